import { copiesOf, summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { copyTitle, type DocumentChoices, type DocumentSource } from "@ridgebook/documents";
import { IconCurrencyDollarOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import classes from "#features/documents/choices/choices.module.css";
import { useDocumentWork, type WorkWithoutPrice } from "#features/documents/document-work.tsx";
import { linkTo } from "#features/documents/paths.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { TextField } from "#ui/text-field.tsx";

export function copiesToChoose({ estimate, workflows }: DocumentSource): readonly EstimateCopy[] {
  const place = new Map(workflows.map(({ id, order }) => [id, order]));
  return copiesOf(estimate).toSorted(
    (one, other) =>
      (place.get(one.workflowId) ?? 0) - (place.get(other.workflowId) ?? 0) ||
      one.workflowEstimateId - other.workflowEstimateId,
  );
}

/** Papers with a price that an owner agrees to. */
const AGREED_KINDS: ReadonlySet<DocumentChoices["kind"]> = new Set(["contract", "changeOrder"]);

/** Work without a price, by `summaryKey`; empty for papers without an agreement. */
function useWorkWithoutPrice({ kind }: DocumentChoices): ReadonlyMap<string, WorkWithoutPrice> {
  const { findWorkWithoutPrice } = useDocumentWork();
  return useMemo(() => {
    const found = AGREED_KINDS.has(kind) ? findWorkWithoutPrice() : [];
    return new Map(found.map((work) => [summaryKey(work.copy), work]));
  }, [findWorkWithoutPrice, kind]);
}

/** The document's name and work. */
export function GeneralChoices({ choices, change, source, errorOf }: ChoicesProps) {
  const chosen = new Set(choices.copies.map(summaryKey));
  const offered = copiesToChoose(source);
  const withoutPrice = useWorkWithoutPrice(choices);
  const toggle = (copy: EstimateCopy): void => {
    const key = summaryKey(copy);
    change({
      copies: offered.filter((each) => (summaryKey(each) === key ? !chosen.has(key) : chosen.has(summaryKey(each)))),
    });
  };
  return (
    <ChoiceSection title="Document">
      <TextField
        id="name"
        label="Name"
        value={choices.name}
        error={errorOf("name")}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <fieldset className={classes.group} id="copies" tabIndex={-1}>
        <legend>Work</legend>
        <div className={classes.two}>
          {offered.map((copy) => {
            const key = summaryKey(copy);
            const title = copyTitle(source, copy);
            const unpriced = chosen.has(key) ? withoutPrice.get(key) : undefined;
            return (
              <CheckboxField
                key={key}
                label={title}
                checked={chosen.has(key)}
                hint={unpriced && <NoPrice work={unpriced} title={title} />}
                onChange={() => toggle(copy)}
              />
            );
          })}
        </div>
        {errorOf("copies") && <p className={classes.error}>{errorOf("copies")}</p>}
      </fieldset>
    </ChoiceSection>
  );
}

function NoPrice({ work: { text, path }, title }: { work: WorkWithoutPrice; title: string }) {
  return (
    <span className={classes.noPrice}>
      <IconCurrencyDollarOff size={18} stroke={1.75} aria-hidden />
      <span>{text}</span>{" "}
      <Link {...linkTo(path)} className={classes.link}>
        Open {title}
      </Link>
    </span>
  );
}
