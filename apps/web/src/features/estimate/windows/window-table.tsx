import { IconAlertCircle } from "@tabler/icons-react";
import { NO_AMOUNTS } from "@ridgebook/estimating";
import { Link } from "@tanstack/react-router";
import { memo, useMemo } from "react";
import { WindowThumbnail } from "#features/estimate/drawings/window-elevation.tsx";
import { hasSize, sizeText } from "#features/estimate/drawings/window-words.ts";
import { useFormValue, useWorkflowForm, WorkflowFormProvider } from "#features/estimate/form/form-context.tsx";
import { formatAmount, formatQuantity, NOTHING } from "#features/estimate/format.ts";
import { useAmountsView } from "#features/estimate/rows/amounts-view.ts";
import { fieldDomId } from "#features/estimate/rows/field-place.ts";
import { useRowsOf } from "#features/estimate/rows/list-of-rows.ts";
import { amountsShown } from "#features/estimate/rows/use-field.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { formOfWindow, windowOfProblem } from "#features/estimate/windows/form-of-window.ts";
import { RemoveWindow } from "#features/estimate/windows/remove-window.tsx";
import { useWindow } from "#features/estimate/windows/use-window.ts";
import { WINDOW } from "#features/estimate/windows/window-lines.ts";
import { useThumbnailScale } from "#features/estimate/windows/window-list.tsx";
import classes from "#features/estimate/windows/window-table.module.css";
import { windowTitle } from "#features/estimate/windows/window-texts.ts";
import { countedText } from "#ui/counted-text.ts";
import { linkRow, ROW_LINK } from "#ui/link-row.ts";

const LIST = { outer: [], property: WINDOW } as const;
const NO_TOTALS = { ...NO_AMOUNTS, total: 0, totalCost: 0 };

/** All windows with their sizes, types and amounts; each links to its page, and can be removed unless that page is shown beside it. */
export function WindowTable({
  pathOf,
  isRemovable = true,
}: {
  pathOf: (windowId: number) => string;
  isRemovable?: boolean;
}) {
  const rows = useRowsOf(LIST);
  const scale = useThumbnailScale();
  if (rows.length === 0) return <p className="rb-hint">No windows yet.</p>;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Window</th>
          <th scope="col">Size</th>
          <th scope="col">Type</th>
          <th scope="col" className={classes.number}>
            Quantity
          </th>
          <th scope="col" className={classes.number}>
            Material
          </th>
          <th scope="col" className={classes.number}>
            Labor
          </th>
          <th scope="col" className={classes.number}>
            Total
          </th>
          {isRemovable && <td />}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, key }, index) => (
          <WindowRow
            key={key}
            windowId={id}
            number={index + 1}
            scale={scale}
            path={pathOf(id)}
            isRemovable={isRemovable}
          />
        ))}
      </tbody>
    </table>
  );
}

const WindowRow = memo(function WindowRow({
  windowId,
  number,
  scale,
  path,
  isRemovable,
}: {
  windowId: number;
  number: number;
  scale: number;
  path: string;
  isRemovable: boolean;
}) {
  const form = useWorkflowForm();
  const ownForm = useMemo(() => formOfWindow(form, windowId), [form, windowId]);
  const { view } = useAmountsView();
  const read = useWindow(windowId);
  const totals = useFormValue(({ lineById }) => lineById.get(windowId)?.totals ?? NO_TOTALS);
  const problems = useFormValue(
    (snapshot) => snapshot.problems.filter((problem) => windowOfProblem(problem, snapshot) === windowId).length,
  );
  if (!read) return null;
  const { line, texts, book } = read;
  const { material, labor, total } = amountsShown(totals, view);
  const title = windowTitle({ book, line, number });
  return (
    <tr {...linkRow()}>
      <th scope="row">
        <Link
          // The focus target for errors in any field of the window.
          id={fieldDomId({ outer: [], property: WINDOW, lineId: windowId })}
          {...linkTo(path)}
          className={classes.link}
          {...ROW_LINK}
        >
          <WindowThumbnail texts={texts} scale={scale} />
          <span>
            {title}
            {problems > 0 && (
              <span className={classes.problems}>
                <IconAlertCircle size={16} stroke={1.75} aria-hidden />
                {countedText(problems, "error")}
              </span>
            )}
          </span>
        </Link>
      </th>
      <td data-label="Size">{hasSize(texts) ? sizeText(texts) : NOTHING}</td>
      <td data-label="Type">{texts.style || NOTHING}</td>
      <td data-label="Quantity" className={classes.number}>
        {formatQuantity(line.quantity ?? 0)}
      </td>
      <td data-label="Material" className={classes.number}>
        {formatAmount(material)}
      </td>
      <td data-label="Labor" className={classes.number}>
        {formatAmount(labor)}
      </td>
      <td data-label="Total" className={classes.total}>
        {formatAmount(total)}
      </td>
      {isRemovable && (
        <td className={classes.action}>
          <WorkflowFormProvider form={ownForm}>
            <RemoveWindow windowId={windowId} title={title} look="word" />
          </WorkflowFormProvider>
        </td>
      )}
    </tr>
  );
});
