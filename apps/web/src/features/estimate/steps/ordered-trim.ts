import type { StoredEstimateItem } from "@ridgebook/contract";
import {
  fieldByKey,
  fromItems,
  trimOrders,
  unitMark,
  type TrimOrder,
  type WorkflowValues,
} from "@ridgebook/estimating";
import type { SavedPart, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { formatQuantity } from "#features/estimate/format.ts";

type Kind = Pick<TrimOrder, "trim" | "type" | "color">;

const isSameKind = (one: Kind, other: Kind): boolean =>
  one.trim === other.trim && one.type === other.type && one.color === other.color;

const ordersIn = ({ copy, book }: Pick<WorkflowForm, "copy" | "book">, values: WorkflowValues): readonly TrimOrder[] =>
  trimOrders({ workflowId: copy.workflowId, values, book });

/** An order calculated from the windows. */
interface FollowedOrder {
  readonly order: TrimOrder;
  /** The saved order before; undefined for a new row. */
  readonly former: TrimOrder | undefined;
}

/**
 * The trim orders that a part adds or changes as a consequence of the windows (WIN-01), not because the person edited them. Call it before
 * saving the part.
 *
 * @param items the estimate's items as the form saw them
 * @param properties top-level fields that the person saves
 */
export function orderedTrim(
  form: WorkflowForm,
  part: SavedPart | undefined,
  { items, properties }: { items: readonly StoredEstimateItem[]; properties: readonly string[] },
): readonly FollowedOrder[] {
  const isFollowed = ({ trim }: TrimOrder): boolean => {
    const property = `${trim}Material`;
    const id = fieldByKey(form.copy.workflowId, property)?.id;
    return id !== undefined && !properties.includes(property) && (part?.fieldIds ?? []).includes(id);
  };
  const now = ordersIn(form, fromItems({ ...form.copy, items: part?.items ?? [] })).filter(isFollowed);
  if (now.length === 0) return [];
  const before = ordersIn(form, fromItems({ ...form.copy, items }));
  return now
    .map((order) => ({ order, former: before.find((each) => isSameKind(each, order)) }))
    .filter(({ order, former }) => former?.feet !== order.feet || former.pieces !== order.pieces);
}

/** "19 ft of Aluminum wrap, 10 ft, White: 2 PC" */
export const orderText = ({ type, color, feet, pieces }: TrimOrder): string =>
  `${formatQuantity(feet)} ft of ${[type, color].filter(Boolean).join(", ")}: ${formatQuantity(pieces)} ${unitMark("PC", pieces)}`;

/** Restores the previous orders; returns the top-level fields that it changed. */
export function takeOrdersBack(form: WorkflowForm, followed: readonly FollowedOrder[]): readonly string[] {
  // Matched by kind, because rows may have the server's ids now.
  for (const each of ordersIn(form, form.getSnapshot().values)) {
    const found = followed.find(({ order }) => isSameKind(order, each));
    if (!found) continue;
    const row = { outer: [], property: `${each.trim}Material`, lineId: each.row.id };
    if (found.former) {
      const length = { outer: [{ property: row.property, id: row.lineId }], property: "length", lineId: null };
      form.setQuantity(length, found.former.feet);
      form.setQuantity(row, found.former.pieces);
    } else form.removeRow(row);
  }
  // The person may be on another page now, where undo must not revert this.
  form.clearHistory();
  return [...new Set(followed.map(({ order }) => `${order.trim}Material`))];
}
