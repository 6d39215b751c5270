import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState, type MouseEvent, type ReactNode, type SyntheticEvent } from "react";
import { countText } from "#ui/counted-text.ts";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { parsePageNumber, slidingPageRange } from "#ui/sliding-page-range.ts";
import classes from "#ui/pagination.module.css";

/**
 * Page links in a sliding window of four, previous and next, and a box to type a page into: digits only, at least 1,
 * at most the page count (1.§5, 1.§9). With `pageHref` the pages are links that also open in a new tab.
 */
export function Pagination({
  page,
  pageCount,
  onPageChange,
  summary,
  pageHref,
}: {
  page: number;
  pageCount: number;
  onPageChange: (page: number) => void;
  /** At the left, such as "1 – 100 of 342". */
  summary?: ReactNode;
  pageHref?: (page: number) => string;
}) {
  return (
    <nav className={`rb-row ${classes.pagination}`} aria-label="Pages">
      {summary && <div className={classes.summary}>{summary}</div>}
      {pageCount > 1 && (
        <div className={`rb-row ${classes.pages}`}>
          <PageBox key={page} page={page} pageCount={pageCount} onPageChange={onPageChange} />
          <button
            type="button"
            className={classes.page}
            aria-label="Previous page"
            disabled={page <= 1}
            onClick={() => onPageChange(page - 1)}
          >
            <IconChevronLeft size={18} stroke={1.75} aria-hidden />
          </button>
          {slidingPageRange({ page, pageCount }).map((number) => (
            <PageLink
              key={number}
              number={number}
              isCurrent={number === page}
              href={pageHref?.(number)}
              onPageChange={onPageChange}
            />
          ))}
          <button
            type="button"
            className={classes.page}
            aria-label="Next page"
            disabled={page >= pageCount}
            onClick={() => onPageChange(page + 1)}
          >
            <IconChevronRight size={18} stroke={1.75} aria-hidden />
          </button>
        </div>
      )}
    </nav>
  );
}

function PageLink({
  number,
  isCurrent,
  href,
  onPageChange,
}: {
  number: number;
  isCurrent: boolean;
  href: string | undefined;
  onPageChange: (page: number) => void;
}) {
  const common = {
    className: classes.page,
    "aria-label": `Page ${number}`,
    "aria-current": isCurrent ? ("page" as const) : undefined,
    children: number,
  };
  if (href === undefined) return <button type="button" {...common} onClick={() => onPageChange(number)} />;
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onPageChange(number);
  };
  return (
    <a href={href} {...common} onClick={handleClick}>
      {number}
    </a>
  );
}

function PageBox({
  page,
  pageCount,
  onPageChange,
}: {
  page: number;
  pageCount: number;
  onPageChange: (page: number) => void;
}) {
  const [text, setText] = useState(String(page));

  const goToTypedPage = () => {
    const typed = parsePageNumber({ text, pageCount });
    setText(String(typed ?? page));
    if (typed !== undefined && typed !== page) onPageChange(typed);
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    goToTypedPage();
  };

  return (
    <form className={classes.goTo} onSubmit={handleSubmit}>
      <label className={classes.goToLabel}>
        Page
        <input
          className={classes.box}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value.replace(/\D/g, ""))}
          {...selectOnEntry}
          onBlur={goToTypedPage}
        />
      </label>
      <span>of {countText(pageCount)}</span>
    </form>
  );
}
