import type { ChangedPlace, DrawnPaper, PaperPage } from "@ridgebook/documents/pdf";
import { useEffect, useRef, useState, type RefObject } from "react";
import { PaperSheet } from "#features/documents/view/paper-sheet.tsx";
import classes from "#features/documents/view/paper-view.module.css";

const fileText = (name: string): string =>
  `${name === "" ? "An attached PDF" : `The attached PDF “${name}”`} follows here. Its pages are in the saved and the shared PDF; they are not shown or printed here.`;

/** A paper's pages in a column. A page is drawn when it comes near the visible part of `scroller`. */
export function PaperPages({
  paper: { pages },
  pictureUrl,
  scroller,
}: {
  paper: Pick<DrawnPaper, "pages">;
  pictureUrl: (key: string) => string;
  scroller: RefObject<HTMLElement | null>;
}) {
  return pages.map((page, index) => (
    <section key={index} className={classes.page} data-page aria-label={`Page ${index + 1} of ${pages.length}`}>
      <NearPage page={page} pictureUrl={pictureUrl} scroller={scroller} />
    </section>
  ));
}

function NearPage({
  page,
  pictureUrl,
  scroller,
}: {
  page: PaperPage;
  pictureUrl: (key: string) => string;
  scroller: RefObject<HTMLElement | null>;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setIsNear(true);
        observer.disconnect();
      },
      // One screen ahead in both directions.
      { root: scroller.current, rootMargin: "100% 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return (
    <div ref={place} className={classes.place}>
      {isNear && <PageContent page={page} pictureUrl={pictureUrl} />}
    </div>
  );
}

export const PageContent = ({
  page,
  pictureUrl,
  changes,
}: {
  page: PaperPage;
  pictureUrl: (key: string) => string;
  changes?: readonly ChangedPlace[];
}) =>
  page.kind === "page" ? (
    <PaperSheet page={page} pictureUrl={pictureUrl} {...(changes && { changes })} />
  ) : (
    <p className={classes.file}>{fileText(page.name)}</p>
  );
