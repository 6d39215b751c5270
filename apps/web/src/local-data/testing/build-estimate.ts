import type { StoredEstimateItem } from "@ridgebook/contract";
import type { EstimateEdit } from "#local-data/estimates/estimate-store.ts";

type FieldId = StoredEstimateItem["fieldId"];
type Part = NonNullable<EstimateEdit["parts"]>[number];

/** Fields of the catalogue that tests fill in. */
export const EAVE_LENGTH: FieldId = "1.58";
export const RAKE_LENGTH: FieldId = "1.60";
/** A repeatable group with a length and a material. */
export const WOOD: FieldId = "4.50";
export const WOOD_LENGTH: FieldId = "4.51";

export const buildItem = (
  item: Pick<StoredEstimateItem, "id" | "fieldId"> & Partial<StoredEstimateItem>,
): StoredEstimateItem => ({
  parentItemId: null,
  fieldOptionId: null,
  value: "",
  materialCost: 0,
  laborCost: 0,
  materialPrice: 1,
  laborPrice: 0,
  quantity: 1,
  workflowEstimateId: 1,
  ...item,
});

/** One number field of Roofing as a form saves it; without a quantity the field is emptied. */
export const roofingPart = ({
  id,
  fieldId = EAVE_LENGTH,
  quantity,
}: {
  id: number;
  fieldId?: FieldId;
  quantity?: number;
}): Part => ({
  workflowId: 1,
  workflowEstimateId: 1,
  fieldIds: [fieldId],
  items: quantity === undefined ? [] : [buildItem({ id, fieldId, quantity })],
});

/** Boards of Gutters, each a row with its length below it. */
export const woodPart = (rows: readonly { id: number; lengthId: number; length: number }[]): Part => ({
  workflowId: 4,
  workflowEstimateId: 1,
  fieldIds: [WOOD],
  items: rows.flatMap(({ id, lengthId, length }) => [
    buildItem({ id, fieldId: WOOD }),
    buildItem({ id: lengthId, fieldId: WOOD_LENGTH, parentItemId: id, quantity: length }),
  ]),
});
