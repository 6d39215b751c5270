import {
  readSliceKey,
  summaryKey,
  workflowTitle,
  type EstimateMember,
  type NamedSlice,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import { findField, formatPercent, fraction, SECTIONS } from "@ridgebook/estimating";

const MEMBER_LABELS: Record<EstimateMember, string> = {
  name: "Name",
  workflowIds: "Work",
  duplicateWorkflows: "Further copies",
  paymentOption: "Payment",
  promotion: "Promotion",
  downpayment: "Down payment",
  term: "Term",
  priceBookVersion: "Prices",
};

const DECISION_LABELS = {
  comparisons: "packages compared",
  discountPercent: "discount",
  marginPercent: "margin",
  lastCompleteSectionId: "progress",
  optionalSectionIds: "optional steps",
} as const;

/** Items that a value lists by name. */
const LISTED_ITEMS = 3;

function copyName({ workflowId, workflowEstimateId }: Exclude<NamedSlice, { kind: "member" }>): string {
  const title = workflowTitle({ id: workflowId });
  return workflowEstimateId === 1 ? title : `${title} ${String(workflowEstimateId)}`;
}

/** How a person knows a slice of an estimate: "Roofing, Eave length", "Roofing discount", "Name". */
export function sliceLabel(key: string): string {
  const slice = readSliceKey(key);
  if (!slice) return key;
  if (slice.kind === "member") return MEMBER_LABELS[slice.member];
  if (slice.kind === "items") return `${copyName(slice)}, ${findField(slice.fieldId)?.label ?? slice.fieldId}`;
  return `${copyName(slice)} ${DECISION_LABELS[slice.kind]}`;
}

function itemText({ fieldId, value, quantity }: StoredEstimateItem): string {
  const field = findField(fieldId);
  const amount = field?.allowQuantityChange && !field.defaultOne ? `${String(quantity)} ${field.unit}` : "";
  return [value, amount].filter(Boolean).join(", ") || (field?.label ?? "");
}

function itemsText(items: readonly StoredEstimateItem[]): string {
  const rows = items.filter(({ parentItemId }) => parentItemId === null);
  const listed = rows.slice(0, LISTED_ITEMS).map((row) => {
    const children = items.filter(({ parentItemId }) => parentItemId === row.id).map(({ value }) => value);
    return [itemText(row), ...children.filter(Boolean)].join(" ");
  });
  const more = rows.length - listed.length;
  return [...listed, ...(more > 0 ? [`and ${String(more)} more`] : [])].join("; ");
}

const optionName = (fieldOptionId: string): string => {
  const parts = fieldOptionId.split(".");
  return `${findField(parts.slice(0, 2).join("."))?.label ?? ""} ${parts[2] ?? ""}`.trim();
};

/** The lines of a list, each with those below it, as they would read the same whatever their ids. */
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

/** How many top-level lines of a slice were added, taken away or changed; undefined for a slice that holds no lines. */
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

/** A slice's value as a person reads it; undefined for those that read like any other field. */
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
      return `${SECTIONS.find(({ id }) => id === value)?.name ?? ""} complete`;
    case "optionalSectionIds":
      return (value as number[]).map((id) => SECTIONS.find((section) => section.id === id)?.name ?? "").join(", ");
    case "member":
      return memberText(slice.member, value);
  }
}

function memberText(member: EstimateMember, value: unknown): string | undefined {
  switch (member) {
    case "workflowIds":
      return (value as number[]).map((id) => workflowTitle({ id })).join(", ");
    case "duplicateWorkflows":
      return (value as { workflowId: number; workflowEstimateId: number; name: string }[])
        .map((copy) => copy.name || `${workflowTitle({ id: copy.workflowId })} ${summaryKey(copy)}`)
        .join(", ");
    case "term": {
      const { months = 0, ratePercent = 0 } = value as { months?: number; ratePercent?: number };
      return months === 0 ? "At once" : `${String(ratePercent)} % × ${String(months)}`;
    }
    case "priceBookVersion":
      return `Version ${String(value)}`;
    default:
      return String(value);
  }
}
