import {
  estimateRecord,
  paymentOptionLabel,
  readSliceKey,
  workflowTitle,
  type EstimateCopy,
  type EstimateMember,
  type EstimateTerm,
  type StoredEstimateItem,
  type UnpricedItem,
} from "@ridgebook/contract";
import { findField, formatPercent, fraction, lineName, SECTIONS, unitMark } from "@ridgebook/estimating";
import { countedText } from "#ui/counted-text.ts";

const DECISION_LABELS = {
  comparisons: "packages compared",
  discountPercent: "discount",
  marginPercent: "margin",
  lastCompleteSectionId: "progress",
  optionalSectionIds: "optional steps",
  measurements: "measurements taken",
  unpricedItems: "lines without a price",
} as const;

/** The number of items that are listed by name. */
const LISTED_ITEMS = 3;

function copyName({ workflowId, workflowEstimateId }: EstimateCopy): string {
  const title = workflowTitle({ id: workflowId });
  return workflowEstimateId === 1 ? title : `${title} ${String(workflowEstimateId)}`;
}

type FurtherCopy = EstimateCopy & { readonly name: string };

/** "Garage (Roofing 2)"; "Roofing 2" for a copy without a name. */
export const furtherCopyText = (copy: FurtherCopy): string =>
  copy.name ? `${copy.name} (${copyName(copy)})` : copyName(copy);

/** The label of a slice of an estimate: "Roofing, Eave length", "Roofing discount", "Name". */
export function sliceLabel(key: string): string {
  const slice = readSliceKey(key);
  if (!slice) return key;
  if (slice.kind === "member") return estimateRecord.labels[slice.member];
  if (slice.kind === "items") return `${copyName(slice)}, ${findField(slice.fieldId)?.label ?? slice.fieldId}`;
  return `${copyName(slice)} ${DECISION_LABELS[slice.kind]}`;
}

/** The quantity, if one is entered: "36 IN". Fields of a later version have no unit here. */
function quantityText({ fieldId, value, quantity }: StoredEstimateItem): string {
  const field = findField(fieldId);
  if (value === null && quantity === 0) return "";
  if (!field) return String(quantity);
  return field.allowQuantityChange && !field.defaultOne ? `${String(quantity)} ${unitMark(field.unit, quantity)}` : "";
}

/** An option by its number, if it has no name or a duplicate one. */
export const optionText = (id: string | null): string =>
  id === null ? "no option" : `option ${id.split(".").at(-1) ?? id}`;

/** The line's own entries: "White", "36 IN", "White, 4 EA"; "" if it only groups other lines. */
export function enteredText(item: StoredEstimateItem): string {
  if (findField(item.fieldId)?.dataType === "boolean") return item.value === "true" ? "yes" : "";
  const chosen = item.value || (item.fieldOptionId === null ? "" : optionText(item.fieldOptionId));
  return [chosen, quantityText(item)].filter(Boolean).join(", ");
}

const itemText = (item: StoredEstimateItem): string => enteredText(item) || (findField(item.fieldId)?.label ?? "");

function itemsText(items: readonly StoredEstimateItem[]): string {
  const rows = items.filter(({ parentItemId }) => parentItemId === null);
  const listed = rows.slice(0, LISTED_ITEMS).map((row) => {
    const children = items.filter(({ parentItemId }) => parentItemId === row.id).map(({ value }) => value);
    return [itemText(row), ...children.filter(Boolean)].join(" ");
  });
  const more = rows.length - listed.length;
  return [...listed, ...(more > 0 ? [`and ${String(more)} more`] : [])].join("; ");
}

/** "Shingle 2": the package of an option. */
export const optionName = (fieldOptionId: string): string => {
  const parts = fieldOptionId.split(".");
  return `${findField(parts.slice(0, 2).join("."))?.label ?? ""} ${parts[2] ?? ""}`.trim();
};

/** The top-level lines of a list by id, as text with their descendants and without ids. */
function linesById(value: unknown): Map<number, string> {
  const items = (Array.isArray(value) ? value : []) as StoredEstimateItem[];
  const below = (id: number): unknown[] =>
    items
      .filter(({ parentItemId }) => parentItemId === id)
      .map(({ id: childId, parentItemId: _parent, ...child }) => [child, below(childId)]);
  return new Map(
    items
      .filter(({ parentItemId }) => parentItemId === null)
      .map(({ id, ...line }) => [id, JSON.stringify([line, below(id)])]),
  );
}

/** The number of top-level lines that were added, removed or changed; undefined for a slice without lines. */
export function countChangedLines({
  field,
  former,
  value,
}: {
  field: string;
  former: unknown;
  value: unknown;
}): number | undefined {
  if (readSliceKey(field)?.kind !== "items") return undefined;
  const [before, after] = [linesById(former), linesById(value)];
  const changed = [...after].filter(([id, line]) => before.get(id) !== line).length;
  return changed + [...before.keys()].filter((id) => !after.has(id)).length;
}

const sectionName = (id: number): string => SECTIONS.find((section) => section.id === id)?.name ?? `Step ${String(id)}`;

/** "60 months at 6.99 %, 4 % fee", "At once, 3 % off" */
function termText({ months = 0, ratePercent = 0, feePercent = 0 }: Partial<EstimateTerm>): string {
  const loan =
    months === 0 && ratePercent === 0 ? "At once" : `${countedText(months, "month")} at ${String(ratePercent)} %`;
  const fee = feePercent > 0 ? `${String(feePercent)} % fee` : `${String(-feePercent)} % off`;
  return feePercent === 0 ? loan : `${loan}, ${fee}`;
}

/** The text of a slice's value; undefined for slices without a special text. */
export function sliceValueText(key: string, value: unknown): string | undefined {
  const slice = readSliceKey(key);
  if (!slice || value === null || value === undefined) return undefined;
  switch (slice.kind) {
    case "items":
      return itemsText(value as StoredEstimateItem[]);
    case "comparisons":
      return (value as { fieldOptionId: string }[]).map(({ fieldOptionId }) => optionName(fieldOptionId)).join(", ");
    case "discountPercent":
    case "marginPercent":
      return formatPercent(fraction(Number(value)));
    case "lastCompleteSectionId":
      return `${sectionName(Number(value))} complete`;
    case "optionalSectionIds":
      return (value as number[]).map(sectionName).join(", ");
    case "measurements":
      return `${String((value as unknown[]).length)} from measurements`;
    case "unpricedItems":
      return (value as UnpricedItem[]).map(lineName).join("; ");
    case "member":
      return memberText(slice.member, value);
  }
}

function memberText(member: EstimateMember, value: unknown): string | undefined {
  switch (member) {
    case "workflowIds":
      return (value as number[]).map((id) => workflowTitle({ id })).join(", ");
    case "duplicateWorkflows":
      return (value as FurtherCopy[]).map(furtherCopyText).join(", ");
    case "paymentOption":
      return paymentOptionLabel(Number(value));
    case "term":
      return termText(value as Partial<EstimateTerm>);
    case "priceBookVersion":
      return `Version ${String(value)}`;
    default:
      return String(value);
  }
}
