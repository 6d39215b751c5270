import { enteredItems } from "@ridgebook/contract";
import { Link } from "@tanstack/react-router";
import { unitMark, type Explanation } from "@ridgebook/estimating";
import { useMemo, type CSSProperties } from "react";
import { formatAmount, formatMoney, formatQuantity, NOTHING } from "#features/estimate/format.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { isSteppedWorkflow, stepPath } from "#features/estimate/paths.ts";
import { AmountsSwitch } from "#features/estimate/rows/amounts-switch.tsx";
import { useAmountsView } from "#features/estimate/rows/amounts-view.ts";
import { stepsOf, type StepState } from "#features/estimate/steps/progress.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import type { WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import { explainItems } from "#features/estimate/summary/explain-figures.ts";
import classes from "#features/estimate/summary/item-list.module.css";
import { itemSections, type ItemSection, type ListedItem } from "#features/estimate/summary/item-sections.ts";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Panel } from "#ui/panel.tsx";
import { TableHead } from "#ui/table-head.tsx";

const Nothing = () => <span className={classes.nothing}>{NOTHING}</span>;

type Explain = (asked: Pick<Parameters<typeof explainItems>[0], "ids" | "label" | "amount">) => Explanation | null;

interface Asking {
  readonly place: string;
  readonly explain: Explain;
}

/** The saved contents of a copy by section, in costs or prices. */
export function ItemList({ row: { copy, workflow, summary, title } }: { row: WorkflowRow }) {
  const { estimate, book } = useOpenEstimate();
  const { view } = useAmountsView();
  const { items } = estimate;
  const sections = useMemo(
    () => itemSections({ items, copy, workflow, book: book.indexed, view }),
    [items, copy, workflow, book, view],
  );
  const steps = useMemo(() => stepsOf({ workflow, summary }), [workflow, summary]);
  const explain: Explain = (asked) =>
    explainItems({ copy, items: enteredItems(estimate, copy), book: book.indexed, view, ...asked });
  if (sections.length === 0)
    return (
      <Panel as="div" padding="none">
        <EmptyState
          title={`Nothing is entered for ${title} yet`}
          text="Its lines appear here as soon as a step or the quick estimate is saved."
        />
      </Panel>
    );
  return (
    <Panel title={view === "cost" ? "Items at cost" : "Items at price"} actions={<AmountsSwitch />} padding="none">
      <table className={classes.table}>
        <TableHead columns={["Item", "Quantity", "Material", "Labor", "Total"]} />
        {sections.map((section) => (
          <SectionRows
            key={section.id}
            section={section}
            asking={{ place: `${title} · ${section.title}`, explain }}
            step={steps.find((each) => each.section.id === section.id)}
            pathOf={(step) =>
              isSteppedWorkflow(workflow.id)
                ? stepPath(estimate.id, { ...copy, workflowId: workflow.id }, step.number)
                : undefined
            }
          />
        ))}
      </table>
    </Panel>
  );
}

function SectionRows({
  section: { title, items, total },
  asking,
  step,
  pathOf,
}: {
  section: ItemSection;
  asking: Asking;
  step: StepState | undefined;
  pathOf: (step: StepState) => string | undefined;
}) {
  const path = step && step.state !== "locked" ? pathOf(step) : undefined;
  return (
    <tbody>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={4}>
          {path === undefined ? title : <Link {...linkTo(path)}>{title}</Link>}
        </th>
        <td>
          {total === 0 ? (
            <Nothing />
          ) : (
            <WhyFigure
              place={asking.place}
              answer={formatMoney(total)}
              explain={() => asking.explain({ ids: items.map(({ id }) => id), label: title, amount: total })}
            >
              {formatAmount(total)}
            </WhyFigure>
          )}
        </td>
      </tr>
      {items.map((item) => (
        <ItemRows key={item.id} item={item} asking={asking} depth={0} />
      ))}
    </tbody>
  );
}

/**
 * An item, and below it the parts with their own price, which the item's amounts include.
 *
 * @param per the unit of a part's amounts: one "PC" of its item
 */
function ItemRows({
  item,
  asking,
  depth,
  per = "",
}: {
  item: ListedItem;
  asking: Asking;
  depth: number;
  per?: string;
}) {
  const { id, label, text, quantity, unit, material, labor, total, parts } = item;
  /** Only the total is in the tab order. */
  const amount = (value: number, isTotal = false) =>
    value === 0 ? (
      <Nothing />
    ) : (
      <WhyFigure
        place={`${asking.place} · ${label}`}
        answer={formatMoney(total)}
        explain={() => asking.explain({ ids: [id], amount: total })}
        isSkippedByKeyboard={!isTotal}
      >
        {formatAmount(value)}
      </WhyFigure>
    );
  return (
    <>
      <tr className={classes.item} data-part={depth > 0 || undefined}>
        <th scope="row" style={{ "--depth": depth } as CSSProperties}>
          <span className={classes.label}>{label}</span>
          {text && <span className={`rb-hint ${classes.text}`}>{text}</span>}
        </th>
        <td data-label="Quantity" data-empty={(quantity === null && depth === 0) || undefined}>
          {quantity === null ? (
            depth === 0 ? (
              <Nothing />
            ) : (
              <span className={classes.per}>{per === "" || per === "EA" ? "each" : `per ${unitMark(per, 1)}`}</span>
            )
          ) : (
            <>
              {formatQuantity(quantity)} <span className={classes.unit}>{unitMark(unit, quantity)}</span>
            </>
          )}
        </td>
        <td data-label="Material" data-empty={material === 0 || undefined}>
          {amount(material)}
        </td>
        <td data-label="Labor" data-empty={labor === 0 || undefined}>
          {amount(labor)}
        </td>
        <td>{amount(total, true)}</td>
      </tr>
      {parts.map((part) => (
        <ItemRows key={part.id} item={part} asking={asking} depth={depth + 1} per={quantity === null ? per : unit} />
      ))}
    </>
  );
}
