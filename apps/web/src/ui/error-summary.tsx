import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { countedText } from "#ui/counted-text.ts";
import classes from "#ui/error-summary.module.css";
import { isolatedText } from "@ridgebook/contract/isolated-text";

export interface FieldError {
  /** The field's `name`, or its id. */
  field: string;
  /** The field's label. */
  label?: string;
  message: string;
  /** Where the field is, if that is not the page of the summary. */
  page?: { to: string; search: Record<string, string>; hash: string };
}

/** The text above the list: how many errors a form has. 1.§5, 3.§5. */
const countErrors = (count: number): string =>
  count === 0 ? "No errors in form" : `${countedText(count, "error")} in form`;

/** The number of errors of a form, and each as a link to its field. Without errors nothing is shown unless `showEmpty`. */
export function ErrorSummary({ errors, showEmpty = false }: { errors: readonly FieldError[]; showEmpty?: boolean }) {
  const hasErrors = errors.length > 0;
  return (
    <div role="status" className={classes.live}>
      {(hasErrors || showEmpty) && (
        <div className={classes.summary} data-tone={hasErrors ? "bad" : "ok"}>
          <p className={classes.count}>
            {hasErrors ? (
              <IconAlertCircle size={18} stroke={1.75} aria-hidden />
            ) : (
              <IconCheck size={18} stroke={1.75} aria-hidden />
            )}
            {countErrors(errors.length)}
          </p>
          {hasErrors && (
            <ul className={classes.list}>
              {errors.map(({ field, label, message, page }) => {
                const text = isolatedText(label === undefined ? message : `${label}: ${message}`);
                return (
                  <li key={`${field} ${message}`}>
                    {page ? (
                      <Link {...page} className={classes.link}>
                        {text}
                      </Link>
                    ) : (
                      <a className={classes.link} href={`#${field}`} onClick={(event) => focusField({ event, field })}>
                        {text}
                      </a>
                    )}
                  </li>
                );
              })}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

function focusField({ event, field }: { event: MouseEvent<HTMLAnchorElement>; field: string }): void {
  // The address does not change: for the router a fragment would be a page.
  event.preventDefault();
  const name = CSS.escape(field);
  const scope = event.currentTarget.closest("form") ?? document;
  const found = scope.querySelector<HTMLElement>(`[name="${name}"]`) ?? document.getElementById(field);
  found?.focus({ preventScroll: true });
  found?.scrollIntoView({ block: "center" });
}
