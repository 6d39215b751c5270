import type { EstimateCopy, StoredEstimateItem } from "@ridgebook/contract";
import {
  costItems,
  FIELDS,
  findField,
  fraction,
  fromItems,
  itemsOfCopy,
  saidQuantity,
  sectionOfField,
  SECTIONS,
  sumItems,
  unitMark,
  workflowTotals,
  type CostItem,
  type FieldDefinition,
  type IndexedPriceBook,
  type WorkflowValues,
} from "@ridgebook/estimating";
import type { AmountsView } from "#features/estimate/rows/amounts-view.ts";
import { fieldsOfRows, isPricedLine, rowsOfGroup, shownUnit } from "#features/estimate/rows/field-layout.ts";
import { formatQuantity } from "#features/estimate/format.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** An item in a workflow's summary. Amounts are dollars for its whole quantity. */
export interface ListedItem {
  readonly id: number;
  readonly label: string;
  /** The choices, including those without a price: "K-style 5 in, White". */
  readonly text: string;
  /** Null if no quantity is entered: a color, a type. */
  readonly quantity: number | null;
  /** "FT"; "" for plain numbers, such as an age. */
  readonly unit: string;
  readonly material: number;
  readonly labor: number;
  readonly total: number;
  /** Parts with their own amounts, which the item's include. */
  readonly parts: readonly ListedItem[];
}

export interface ItemSection {
  readonly id: number;
  readonly title: string;
  readonly items: readonly ListedItem[];
  /** Costs or prices of its items, in dollars. */
  readonly total: number;
}

/** For items in no section of the catalogue. */
const ELSEWHERE = -2;

/** The order of fields: top-level fields as in the steps, children as in the catalogue. */
const placeById: ReadonlyMap<string, number> = new Map(
  [
    ...SECTIONS.flatMap(({ workflowId, groups }) =>
      groups.flatMap((group) => fieldsOfRows(rowsOfGroup(workflowId, group))),
    ),
    ...FIELDS,
  ]
    .map(({ id }, place): [string, number] => [id, place])
    .toReversed(),
);

const byPlace = (one: CostItem, other: CostItem): number =>
  (placeById.get(one.fieldId) ?? Infinity) - (placeById.get(other.fieldId) ?? Infinity) || 0;

const isPriced = ({ total, childItems }: CostItem): boolean => total !== 0 || childItems.some(isPriced);

const unitOf = (book: IndexedPriceBook, field: FieldDefinition): string => shownUnit(field, isPricedLine(book, field));

/** The text of a choice without a price: "White", "Width 36 IN", "Trim wrap". */
function wordsOf(book: IndexedPriceBook, item: CostItem, stored: StoredEstimateItem | undefined): string {
  const field = findField(item.fieldId);
  if (!field || !stored) return "";
  if (field.dataType === "boolean") return field.label;
  if (field.dataType !== "number") return stored.value ?? "";
  return field.defaultOne
    ? ""
    : `${field.label} ${formatQuantity(stored.quantity)} ${unitMark(unitOf(book, field), stored.quantity)}`.trimEnd();
}

/** The entered text of a field without a number: "White", "Yes". */
function answerOf({ dataType }: FieldDefinition, { value }: StoredEstimateItem): string {
  if (dataType === "boolean") return value === "true" ? "Yes" : "No";
  return dataType === "number" ? "" : (value ?? "");
}

interface Listing {
  readonly book: IndexedPriceBook;
  /** The form values, on which some displayed quantities depend (`saidQuantity`). */
  readonly values: WorkflowValues;
  readonly storedById: ReadonlyMap<number, StoredEstimateItem>;
}

function listItem(item: CostItem, listing: Listing): ListedItem {
  const { book, values, storedById } = listing;
  const field = findField(item.fieldId);
  const stored = storedById.get(item.id);
  const chosen = field && stored ? answerOf(field, stored) : "";
  const partsOf = (of: CostItem): readonly CostItem[] => of.childItems.toSorted(byPlace);
  const allWords = (of: CostItem): string[] => [
    wordsOf(book, of, storedById.get(of.id)),
    ...partsOf(of)
      .filter((child) => !isPriced(child))
      .flatMap(allWords),
  ];
  const said = field && saidQuantity(field, { values, book });
  const unpriced = partsOf(item).filter((child) => !isPriced(child));
  return {
    id: item.id,
    label: item.label,
    text: [chosen, ...unpriced.flatMap(allWords)].filter(Boolean).join(", "),
    quantity: field?.allowQuantityChange ? (said?.quantity ?? item.quantity) : null,
    unit: said?.unit ?? (field ? unitOf(book, field) : ""),
    material: item.material,
    labor: item.labor,
    total: item.total,
    parts: partsOf(item)
      .filter(isPriced)
      .map((child) => listItem(child, listing)),
  };
}

/** The sum of items, without discount and margin. */
function totalOf(items: readonly StoredEstimateItem[], copy: EstimateCopy, view: AmountsView): number {
  const totals = workflowTotals({
    ...sumItems(items, copy),
    discountPercent: fraction(0),
    marginPercent: fraction(0),
    fee: 0,
    lenderFee: 0,
    promotion: 0,
  });
  return view === "cost" ? totals.totalCost : totals.itemTotal;
}

/** The contents of a copy by section in the company's order, each in the order of its step, without notes (ROUTE-27). */
export function itemSections({
  items,
  copy,
  workflow,
  book,
  view,
}: {
  items: readonly StoredEstimateItem[];
  copy: EstimateCopy;
  workflow: Pick<LocalWorkflow, "sections">;
  book: IndexedPriceBook;
  view: AmountsView;
}): readonly ItemSection[] {
  const own = itemsOfCopy(items, copy).filter(({ fieldId }) => findField(fieldId)?.key !== "notes");
  const storedById = new Map(own.map((item) => [item.id, item]));
  const values = fromItems({ ...copy, items: own });
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
        items: found.toSorted(byPlace).map((item) => listItem(item, { book, values, storedById })),
        total: totalOf(
          own.filter((item) => ids.has(item.id)),
          copy,
          view,
        ),
      },
    ];
  });
}
