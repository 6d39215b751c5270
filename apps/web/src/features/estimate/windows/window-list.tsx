import { thumbnailScale, type WindowTexts } from "@ridgebook/documents/drawings";
import { derivedText, roundMoney, sumLines } from "@ridgebook/estimating";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo, useMemo } from "react";
import { WindowThumbnail } from "#features/estimate/drawings/window-elevation.tsx";
import { useFormValue, useWorkflowForm, WorkflowFormProvider } from "#features/estimate/form/form-context.tsx";
import { formatMoney, formatQuantity } from "#features/estimate/format.ts";
import { WINDOWS } from "#features/estimate/paths.ts";
import { useAmountsView } from "#features/estimate/rows/amounts-view.ts";
import { useRowsOf } from "#features/estimate/rows/list-of-rows.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { formOfWindow } from "#features/estimate/windows/form-of-window.ts";
import { RemoveWindow } from "#features/estimate/windows/remove-window.tsx";
import { useWindow } from "#features/estimate/windows/use-window.ts";
import { isOnlyOffered } from "#features/estimate/windows/new-window.ts";
import classes from "#features/estimate/windows/window-list.module.css";
import { WINDOW, windowsIn } from "#features/estimate/windows/window-lines.ts";
import { windowSummary, windowTexts, windowTitle } from "#features/estimate/windows/window-texts.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";

const LIST = { outer: [], property: WINDOW } as const;

/**
 * "7 Total windows" and their sum, in costs or prices (WF-WIN-04). An untouched new window does not count; unsaved ones are pointed out.
 *
 * @param newId the window that is being created
 */
export function WindowsTotal({ as: Element = "h2", newId }: { as?: "h2" | "span"; newId?: number | undefined }) {
  const { view } = useAmountsView();
  const isOffered = useFormValue((_snapshot, form) => newId !== undefined && isOnlyOffered(form, newId));
  const text = useFormValue(({ values: all }, form) => {
    const counted = isOffered ? { ...all, [WINDOW]: windowsIn(form).filter(({ id }) => id !== newId) } : all;
    return derivedText("totalWindows", { workflowId: WINDOWS, values: counted, book: form.book });
  });
  const total = useFormValue((snapshot, form) => {
    const { lineById } = snapshot;
    const own = sumLines(windowsIn(form).flatMap(({ id }) => lineById.get(id) ?? []));
    return view === "cost" ? own.totalCost : roundMoney(own.discountableItemTotal + own.nonDiscountableItemTotal);
  });
  return (
    <>
      <div className={classes.head}>
        <Element className="rb-group">{text}</Element>
        <span className={`rb-hint ${classes.total}`}>{formatMoney(total)}</span>
      </div>
      {newId !== undefined && !isOffered && (
        <span className={`rb-small ${classes.unsaved}`}>The last one is not saved yet</span>
      )}
    </>
  );
}

/** One scale for all windows of the open form. */
export const useThumbnailScale = (): number =>
  useFormValue((_snapshot, form) => thumbnailScale(windowsIn(form).map((line) => windowTexts(form.book, line))));

/** The list of windows beside the shown one: numbered, with a drawing and a link (WF-WIN-04, WF-WIN-05). */
export function WindowList({
  shownId,
  newId,
  pathOf,
  onCreate,
  onRemoved,
}: {
  shownId: number | undefined;
  /** The window that is being created. */
  newId: number | undefined;
  pathOf: (windowId: number) => string;
  onCreate: () => void;
  onRemoved: (windowId: number, number: number) => void;
}) {
  const rows = useRowsOf(LIST);
  const scale = useThumbnailScale();
  const isPhone = useIsPhone();
  const list = (
    <ol className={classes.list}>
      {rows.map(({ id, key }, index) => (
        <WindowEntry
          key={key}
          windowId={id}
          number={index + 1}
          scale={scale}
          path={pathOf(id)}
          isShown={id === shownId}
          isNew={id === newId}
          // Removing saves, which would also save a new window.
          isRemovable={newId === undefined || (id === newId && rows.length > 1)}
          onRemoved={onRemoved}
        />
      ))}
    </ol>
  );
  const create = (
    <button type="button" className={classes.create} onClick={onCreate}>
      <IconPlus size={18} stroke={1.75} aria-hidden />
      Create window
    </button>
  );
  // On a phone the list opens above the shown window.
  if (isPhone)
    return (
      <div className={classes.phone}>
        <details className={classes.details}>
          <summary>
            <WindowsTotal as="span" newId={newId} />
          </summary>
          {list}
        </details>
        {create}
      </div>
    );
  return (
    <section className={classes.side} aria-label="Windows">
      <WindowsTotal newId={newId} />
      {list}
      {create}
    </section>
  );
}

const WindowEntry = memo(function WindowEntry({
  windowId,
  number,
  scale,
  path,
  isShown,
  isNew,
  isRemovable,
  onRemoved,
}: {
  windowId: number;
  number: number;
  scale: number;
  path: string;
  isShown: boolean;
  isNew: boolean;
  isRemovable: boolean;
  onRemoved: (windowId: number, number: number) => void;
}) {
  const form = useWorkflowForm();
  const ownForm = useMemo(() => formOfWindow(form, windowId), [form, windowId]);
  const read = useWindow(windowId);
  if (!read) return null;
  const { line, texts, book } = read;
  const title = windowTitle({ book, line, number, isNew });
  return (
    <li className={classes.item} data-shown={isShown || undefined}>
      <Link {...linkTo(path)} className={classes.entry} aria-current={isShown ? "page" : undefined}>
        <WindowThumbnail texts={texts} scale={scale} />
        <WindowWords title={title} texts={texts} />
        {line.quantity !== null && line.quantity > 1 && (
          <span className={classes.quantity}>
            <span aria-hidden>× {formatQuantity(line.quantity)}</span>
            <span className="rb-visually-hidden">, {formatQuantity(line.quantity)} of these</span>
          </span>
        )}
      </Link>
      {isRemovable && (
        <WorkflowFormProvider form={ownForm}>
          <RemoveWindow
            windowId={windowId}
            title={title}
            look="icon"
            number={number}
            onRemoved={() => onRemoved(windowId, number)}
          />
        </WorkflowFormProvider>
      )}
    </li>
  );
});

const WindowWords = ({ title, texts }: { title: string; texts: WindowTexts }) => (
  <span className={classes.words}>
    <span className={classes.name}>{title}</span>
    <span className={`rb-small ${classes.summary}`}>{windowSummary(texts)}</span>
  </span>
);
