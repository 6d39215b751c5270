import type { EstimateCopy, StoredEstimateItem } from "@ridgebook/contract";
import {
  costItems,
  findField,
  fraction,
  sectionOfField,
  sumItems,
  workflowTotals,
  type CostItem,
  type FieldDefinition,
} from "@ridgebook/estimating";
import type { AmountsView } from "#features/estimate/rows/amounts-view.ts";
import { formatQuantity } from "#features/estimate/format.ts";
import { itemsOfCopy } from "#features/estimate/summary/copy-contents.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** An item as the summary of a workflow lists it. Amounts are dollars for all of its quantity. */
export interface ListedItem {
  readonly id: number;
  readonly label: string;
  /** What was chosen for it, with choices that cost nothing by themselves: "K-style 5 in, White". */
  readonly text: string;
  /** Null where no quantity is entered: one color, one type. */
  readonly quantity: number | null;
  /** "FT"; "" where a bare number says it. */
  readonly unit: string;
  readonly material: number;
  readonly labor: number;
  readonly total: number;
  /** Parts with amounts of their own, which are in this item's already. */
  readonly parts: readonly ListedItem[];
}

export interface ItemSection {
  readonly id: number;
  readonly title: string;
  readonly items: readonly ListedItem[];
  /** Costs or prices of its items, in dollars. */
  readonly total: number;
}

/** Items that no section of the catalogue shows. */
const ELSEWHERE = -2;

const isPriced = ({ total, childItems }: CostItem): boolean => total !== 0 || childItems.some(isPriced);

/** A choice that costs nothing, in words: "White", "Width 36 IN", "Trim wrap". */
function wordsOf(item: CostItem, stored: StoredEstimateItem | undefined): string {
  const field = findField(item.fieldId);
  if (!field || !stored) return "";
  if (field.dataType === "boolean") return field.label;
  if (field.dataType !== "number") return stored.value ?? "";
  return field.defaultOne ? "" : `${field.label} ${formatQuantity(stored.quantity)} ${field.unit}`.trimEnd();
}

/** What a person entered that is no number: "White", "Yes". */
function answerOf({ dataType }: FieldDefinition, { value }: StoredEstimateItem): string {
  if (dataType === "boolean") return value === "true" ? "Yes" : "No";
  return dataType === "number" ? "" : (value ?? "");
}

function listItem(item: CostItem, storedById: ReadonlyMap<number, StoredEstimateItem>): ListedItem {
  const field = findField(item.fieldId);
  const stored = storedById.get(item.id);
  const chosen = field && stored ? answerOf(field, stored) : "";
  const allWords = (of: CostItem): string[] => [
    wordsOf(of, storedById.get(of.id)),
    ...of.childItems.filter((child) => !isPriced(child)).flatMap(allWords),
  ];
  const unpriced = item.childItems.filter((child) => !isPriced(child));
  return {
    id: item.id,
    label: item.label,
    text: [chosen, ...unpriced.flatMap(allWords)].filter(Boolean).join(", "),
    quantity: field?.allowQuantityChange ? item.quantity : null,
    unit: field?.unit ?? "",
    material: item.material,
    labor: item.labor,
    total: item.total,
    parts: item.childItems.filter(isPriced).map((child) => listItem(child, storedById)),
  };
}

/** What sections add up to: the items' own sums, without discount and margin. */
function totalOf(items: readonly StoredEstimateItem[], copy: EstimateCopy, view: AmountsView): number {
  const totals = workflowTotals({
    ...sumItems(items, copy),
    discountPercent: fraction(0),
    marginPercent: fraction(0),
    fee: 0,
    promotion: 0,
  });
  return view === "cost" ? totals.totalCost : totals.itemTotal;
}

/** Everything that one copy holds, by section in the company's order; notes have a place of their own (ROUTE-27). */
export function itemSections({
  items,
  copy,
  workflow,
  view,
}: {
  items: readonly StoredEstimateItem[];
  copy: EstimateCopy;
  workflow: Pick<LocalWorkflow, "sections">;
  view: AmountsView;
}): readonly ItemSection[] {
  const own = itemsOfCopy(items, copy).filter(({ fieldId }) => findField(fieldId)?.key !== "notes");
  const storedById = new Map(own.map((item) => [item.id, item]));
  const known = new Set(workflow.sections.map(({ id }) => id));
  const sectionIdOf = (fieldId: string): number => {
    const id = sectionOfField(fieldId)?.id;
    return id !== undefined && known.has(id) ? id : ELSEWHERE;
  };
  const bySection = new Map<number, CostItem[]>();
  for (const item of costItems(own, view)) {
    const id = sectionIdOf(item.fieldId);
    const list = bySection.get(id);
    if (list) list.push(item);
    else bySection.set(id, [item]);
  }
  return [...workflow.sections, { id: ELSEWHERE, title: "Other" }].flatMap(({ id, title }): ItemSection[] => {
    const found = bySection.get(id);
    if (!found) return [];
    const ids = new Set(found.map((item) => item.id));
    return [
      {
        id,
        title,
        items: found.map((item) => listItem(item, storedById)),
        total: totalOf(
          own.filter((item) => ids.has(item.id)),
          copy,
          view,
        ),
      },
    ];
  });
}
