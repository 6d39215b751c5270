import {
  drawingSvg,
  windowDrawing,
  type Block,
  type CheckItem,
  type RichBlock,
  type TableColumn,
  type TableRow,
  type TextRun,
  type WindowRow,
} from "@ridgebook/documents";
import { thumbnailScale } from "@ridgebook/documents/drawings";
import { memo, type ReactNode } from "react";
import classes from "#features/documents/paper/document-paper.module.css";
import { TableFrame } from "#features/documents/paper/table-frame.tsx";

/* The blocks of a document's sections, each drawn from its data alone. Keys are indexes: a paper is redrawn, never reordered. */

/** Size in points of the box for the largest window of a list. */
const WINDOW_BOX = 34;

type BlockOf<Kind extends Block["kind"]> = Extract<Block, { kind: Kind }>;

export const PaperBlock = memo(function PaperBlock({
  block,
  fileUrl,
}: {
  block: Block;
  fileUrl: (fileId: string) => string;
}) {
  switch (block.kind) {
    case "text":
      return <TextBlock block={block} />;
    case "table":
      return <Table block={block} />;
    case "windows":
      return <Windows rows={block.rows} />;
    case "options":
      return <Options block={block} />;
    case "pictures":
      return (
        <div className={classes.pictures} data-per-row={block.perRow}>
          {block.pictures.map(({ fileId, caption }, index) => (
            <figure key={index}>
              <img src={fileUrl(fileId)} alt={caption} loading="lazy" />
              {caption !== "" && <figcaption className={classes.caption}>{caption}</figcaption>}
            </figure>
          ))}
        </div>
      );
    case "blanks":
      return (
        <div className={classes.slots}>
          {block.labels.map((label) => (
            <div key={label}>
              <div className={classes.line} />
              <p className={classes.signerLine}>{label}</p>
            </div>
          ))}
        </div>
      );
  }
});

export function Runs({ runs }: { runs: readonly TextRun[] }) {
  return runs.map(({ text, bold, italic, underline }, index) => {
    let shown: ReactNode = text;
    if (underline) shown = <u>{shown}</u>;
    if (italic) shown = <em>{shown}</em>;
    return bold ? <strong key={index}>{shown}</strong> : <span key={index}>{shown}</span>;
  });
}

function TextBlock({ block: { blocks, taskColumns, tone } }: { block: BlockOf<"text"> }) {
  return (
    <div className={classes.text} data-tone={tone}>
      {blocks.map((each, index) => (
        <Rich key={index} block={each} taskColumns={taskColumns} />
      ))}
    </div>
  );
}

function Rich({ block, taskColumns }: { block: RichBlock; taskColumns: 1 | 2 }) {
  switch (block.type) {
    case "paragraph":
      return (
        <p>
          <Runs runs={block.runs} />
        </p>
      );
    case "heading":
      // Always right below the section's heading, whatever size was chosen.
      return (
        <h4 className={classes.textHeading} data-level={block.level}>
          <Runs runs={block.runs} />
        </h4>
      );
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((runs, index) => (
            <li key={index}>
              <Runs runs={runs} />
            </li>
          ))}
        </List>
      );
    }
    case "tasks":
      return (
        <ul className={classes.tasks} data-columns={taskColumns}>
          {block.items.map((item, index) => (
            <Task key={index} item={item} />
          ))}
        </ul>
      );
  }
}

function Task({ item: { checked, runs } }: { item: CheckItem }) {
  return (
    <li data-checked={checked || undefined}>
      <svg viewBox="0 0 10 10" aria-hidden>
        <rect x={0.75} y={0.75} width={8.5} height={8.5} />
        {checked && <path d="M2.6 5.2 4.3 6.9 7.4 3.3" />}
      </svg>
      <span>
        <span className="rb-visually-hidden">{checked ? "Part of the work: " : "Not part of the work: "}</span>
        <Runs runs={runs} />
      </span>
    </li>
  );
}

function Table({ block: { columns, rows, totals, note } }: { block: BlockOf<"table"> }) {
  return (
    <TableFrame>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ label, align }, index) =>
              label === "" ? (
                <td key={index} />
              ) : (
                <th key={index} scope="col" data-align={align}>
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={index} row={row} columns={columns} />
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot>
            {totals.map((row, index) => (
              <Row key={index} row={row} columns={columns} />
            ))}
          </tfoot>
        )}
      </table>
      {note !== "" && <p className={classes.note}>{note}</p>}
    </TableFrame>
  );
}

function Row({ row: { cells, indent }, columns }: { row: TableRow; columns: readonly TableColumn[] }) {
  return (
    <tr data-indent={indent || undefined}>
      {columns.map(({ align, tone, grow }, index) => (
        <td key={index} data-align={align} data-tone={tone} data-grow={grow > 0 || undefined}>
          {cells[index] ?? ""}
        </td>
      ))}
    </tr>
  );
}

function Windows({ rows }: { rows: readonly WindowRow[] }) {
  const scale = thumbnailScale(
    rows.flatMap(({ look }) => (look ? [look] : [])),
    WINDOW_BOX,
  );
  return (
    <TableFrame>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            <td />
            <th scope="col">Window</th>
            <th scope="col">Made with</th>
            <th scope="col" data-align="right">
              Width × height
            </th>
            <th scope="col" data-align="right">
              Qty
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number} className={classes.window}>
              <td data-tone="quiet">{row.number}</td>
              <td>
                <Drawing look={row.look} scale={scale} />
              </td>
              <td data-grow>
                {row.room !== "" && <div className={classes.room}>{row.room}</div>}
                {row.style}
              </td>
              <td data-tone="quiet" data-grow>
                {row.madeWith}
              </td>
              <td data-align="right">{row.size}</td>
              <td data-align="right">{row.quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** As in the PDF. An image, so that none of it is part of the page. */
function Drawing({ look, scale }: { look: WindowRow["look"]; scale: number }) {
  const drawing = windowDrawing(look, scale);
  if (!drawing) return null;
  return (
    <img
      className={classes.drawing}
      src={`data:image/svg+xml,${encodeURIComponent(drawingSvg(drawing))}`}
      alt=""
      style={{ width: `calc(${drawing.width} * var(--pt))`, height: `calc(${drawing.height} * var(--pt))` }}
    />
  );
}

function Options({ block: { rows, note } }: { block: BlockOf<"options"> }) {
  return (
    <TableFrame>
      <table className={classes.table} data-options>
        <tbody>
          {rows.map(({ chosen, name, detail, middle, amount }, index) => (
            <tr key={index} data-chosen={chosen || undefined}>
              <td>
                <svg className={classes.radio} viewBox="0 0 10 10" aria-hidden>
                  <circle cx={5} cy={5} r={4.4} />
                  {chosen && <circle className={classes.dot} cx={5} cy={5} r={2.1} />}
                </svg>
                {chosen && <span className="rb-visually-hidden">Chosen</span>}
              </td>
              <td data-grow>{name}</td>
              <td data-grow>{detail}</td>
              <td data-align="right">{middle}</td>
              <td data-align="right">{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note !== "" && <p className={classes.note}>{note}</p>}
    </TableFrame>
  );
}
