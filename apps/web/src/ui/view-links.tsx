import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "#ui/view-links.module.css";

/** Links to the views of one page, or to parts of its list; one of them is shown. */
export function ViewLinks({
  label,
  className = "",
  children,
}: {
  /** What differs between the views: "State". */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <nav aria-label={label} className={`${classes.links} ${className}`}>
      {children}
    </nav>
  );
}

/**
 * One of them, the same page with another query.
 *
 * @param count how many rows it has; left out if unknown
 * @param replace false where Back leads from one view to the one before
 */
export function ViewLink({
  to,
  search,
  isShown,
  count,
  replace = true,
  children,
}: {
  to: string;
  search: Record<string, string>;
  isShown: boolean;
  count?: string | undefined;
  replace?: boolean;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      search={search}
      replace={replace}
      resetScroll={false}
      className={classes.link}
      activeProps={{}}
      // Otherwise a view without a query is marked as current beside every other one.
      activeOptions={{ exact: true }}
      aria-current={isShown ? "true" : undefined}
    >
      {children} {count !== undefined && <span className={classes.count}>{count}</span>}
    </Link>
  );
}
