import { Button } from "@mantine/core";
import type { DrawnPaper } from "@ridgebook/documents/pdf";
import { IconDownload, IconPrinter, IconShare, IconX, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from "react";
import { createPortal, flushSync } from "react-dom";
import { canShare, shareFile, sharesFirst } from "#features/documents/pdf/pdf-actions.ts";
import { PageContent, PaperPages } from "#features/documents/view/paper-pages.tsx";
import classes from "#features/documents/view/paper-view.module.css";
import { decodePictures, usePictureUrls } from "#features/documents/view/use-picture-urls.ts";
import { saveFile } from "#files/save-file.ts";
import { useModalDialog } from "#ui/dialogs/use-modal-dialog.ts";
import { IconButton } from "#ui/icon-button.tsx";

const ICON = { size: 18, stroke: 1.75, "aria-hidden": true } as const;
/** Times the width of the view. */
const ZOOM_STEPS = [1, 1.5, 2, 3] as const;

/** Only while a paper is printed: other pages of the app keep their print margins. */
const SHEET_RULE = "@media print { @page { size: 8.5in 11in; margin: 0 } }";

/**
 * A full-screen paper as pages, with its file's actions. Needs neither a PDF viewer nor a second window: a home-screen app has no way back
 * from those.
 */
export function PaperView({
  title,
  paper,
  details,
  note,
  failure,
  readFile,
  failureText,
  onDismiss,
}: {
  title: string;
  /** Undefined during layout, and for a file without pages here. */
  paper: DrawnPaper | undefined;
  /** A line about the paper, above its pages. */
  details?: ReactNode;
  /** Replaces the pages if the document has none. */
  note?: string | undefined;
  /** Why there are no pages. */
  failure?: string | undefined;
  /** The PDF, the same each time. */
  readFile: () => Promise<File>;
  /** A failure's message; undefined if it was reported elsewhere. */
  failureText: (error: unknown) => Promise<string | undefined>;
  onDismiss: () => void;
}) {
  const modal = useModalDialog({ isBusy: false, onDismiss });
  const titleId = useId();
  const desk = useRef<HTMLDivElement>(null);
  const urls = usePictureUrls(paper);
  const pictureUrl = useCallback((key: string) => urls?.get(key) ?? "", [urls]);
  const [zoom, setZoom] = useState(0);
  const current = useCurrentPage(desk, paper);
  useKeptPlace(desk, zoom);
  const printing = usePrinting(urls);
  const file = useFileActions(readFile, failureText);
  const count = paper?.pages.length ?? 0;
  const isDrawn = paper !== undefined && urls !== undefined;

  const share = canShare() && (
    <Button
      key="share"
      variant={sharesFirst() ? "primary" : "secondary"}
      disabled={file.isBusy}
      leftSection={<IconShare {...ICON} />}
      onClick={() => void file.share()}
    >
      Share
    </Button>
  );
  const save = (
    <Button
      key="save"
      variant={sharesFirst() ? "secondary" : "primary"}
      disabled={file.isBusy}
      leftSection={<IconDownload {...ICON} />}
      onClick={() => void file.save()}
    >
      Save PDF
    </Button>
  );

  return (
    <dialog {...modal} className={`${classes.view} rb-screen`} aria-labelledby={titleId} data-ground="surface">
      <header className={classes.bar}>
        <IconButton label="Close" icon={<IconX size={20} stroke={1.75} aria-hidden />} onClick={onDismiss} />
        <div className={classes.heading}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          {isDrawn && (
            <p className={classes.count}>
              Page {current} of {count}
            </p>
          )}
        </div>
        {isDrawn && (
          <div className={classes.zoom}>
            <IconButton
              label="Zoom out"
              icon={<IconZoomOut size={20} stroke={1.75} aria-hidden />}
              disabled={zoom === 0}
              onClick={() => setZoom(zoom - 1)}
            />
            <IconButton
              label="Zoom in"
              icon={<IconZoomIn size={20} stroke={1.75} aria-hidden />}
              disabled={zoom === ZOOM_STEPS.length - 1}
              onClick={() => setZoom(zoom + 1)}
            />
          </div>
        )}
      </header>
      <div className={classes.actions}>
        {sharesFirst() ? [share, save] : [save, share]}
        {isDrawn && (
          <Button variant="secondary" leftSection={<IconPrinter {...ICON} />} onClick={() => void printing.print()}>
            Print
          </Button>
        )}
      </div>
      {/* Arrow keys scroll what has the focus. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the pages can only be scrolled by keyboard from here */}
      <div ref={desk} className={classes.desk} role="region" aria-label={`Pages of ${title}`} tabIndex={0}>
        {file.message !== undefined && (
          <p role="alert" className={classes.message} data-tone="error">
            {file.message}
          </p>
        )}
        {failure !== undefined && (
          <p role="alert" className={classes.message} data-tone="error">
            {failure}
          </p>
        )}
        {note !== undefined && <p className={classes.message}>{note}</p>}
        {details !== undefined && <div className={classes.details}>{details}</div>}
        {isDrawn ? (
          <div className={classes.pages} style={{ "--zoom": ZOOM_STEPS[zoom] } as CSSProperties}>
            <PaperPages paper={paper} pictureUrl={pictureUrl} scroller={desk} />
          </div>
        ) : (
          failure === undefined &&
          note === undefined && (
            <p role="status" className={classes.message}>
              Laying out the pages…
            </p>
          )
        )}
      </div>
      {isDrawn &&
        printing.isNeeded &&
        createPortal(
          <div className={classes.printed} aria-hidden>
            <style>{SHEET_RULE}</style>
            {paper.pages.map((page, index) => (
              <div key={index} className={classes.printedPage}>
                <PageContent page={page} pictureUrl={pictureUrl} />
              </div>
            ))}
          </div>,
          document.body,
        )}
    </dialog>
  );
}

/** The page number in the middle of the view. */
function useCurrentPage(desk: RefObject<HTMLDivElement | null>, paper: DrawnPaper | undefined): number {
  const [current, setCurrent] = useState(1);
  useEffect(() => {
    const element = desk.current;
    if (!element || !paper) return;
    const count = (): void => {
      const middle = element.getBoundingClientRect().top + element.clientHeight / 2;
      const pages = [...element.querySelectorAll("[data-page]")];
      setCurrent(Math.max(1, pages.filter((page) => page.getBoundingClientRect().top <= middle).length));
    };
    element.addEventListener("scroll", count, { passive: true });
    return () => element.removeEventListener("scroll", count);
  }, [desk, paper]);
  return current;
}

/** Keeps the middle of the view in place when the pages are resized. */
function useKeptPlace(desk: RefObject<HTMLDivElement | null>, zoom: number): void {
  const middle = useRef({ x: 0.5, y: 0 });
  useLayoutEffect(() => {
    const element = desk.current;
    if (!element) return;
    element.scrollTo({
      left: middle.current.x * element.scrollWidth - element.clientWidth / 2,
      top: middle.current.y * element.scrollHeight - element.clientHeight / 2,
      behavior: "instant",
    });
    const note = (): void => {
      middle.current = {
        x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
        y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
      };
    };
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, [desk, zoom]);
}

/** Renders all pages for the printer. They stay until the view closes: some browsers read them after `print` returns. */
function usePrinting(urls: ReadonlyMap<string, string> | undefined) {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    // The browser's own print command.
    const draw = (): void => flushSync(() => setIsNeeded(true));
    window.addEventListener("beforeprint", draw);
    return () => window.removeEventListener("beforeprint", draw);
  }, []);
  return {
    isNeeded,
    print: async () => {
      setIsNeeded(true);
      if (urls) await decodePictures(urls);
      window.print();
    },
  };
}

/** Reads the file once and shares or saves it. */
function useFileActions(readFile: () => Promise<File>, failureText: (error: unknown) => Promise<string | undefined>) {
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const reading = useRef<Promise<File>>(undefined);
  const read = (): Promise<File> => {
    const file = (reading.current ??= readFile());
    file.catch(() => {
      reading.current = undefined;
    });
    return file;
  };
  useEffect(() => {
    // Safari only shares what is ready when the button is pressed. Errors show on the press.
    if (sharesFirst()) read().catch(() => undefined);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the view opens
  }, []);
  const attempt = (work: (file: File) => Promise<void> | void) => async (): Promise<void> => {
    setIsBusy(true);
    setMessage(undefined);
    try {
      await work(await read());
    } catch (error) {
      if (error instanceof DOMException && error.name === "NotAllowedError")
        setMessage("The PDF took a while. It is ready now: press Share again.");
      else setMessage(await failureText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, message, save: attempt(saveFile), share: attempt(shareFile) };
}
