import type { FieldSpecification, KeyOf } from "#catalogue/define-fields.ts";
import type { WorkflowId } from "#workflows.ts";
import type { StarterField } from "./define-starter.ts";

type Specifications = { readonly [property: string]: FieldSpecification };
type Lent<Fields> = { readonly [Key in KeyOf<Fields>]: Required<Pick<StarterField, "sameAsIn">> };

const keysOf = (fields: Specifications, outer = ""): readonly string[] =>
  Object.entries(fields).flatMap(([property, { children = {} }]) => [
    `${outer}${property}`,
    ...keysOf(children, `${outer}${property}.`),
  ]);

/** Entries for all fields of a building block, including children, that use another workflow's options and prices. */
export const lentBy = <Fields extends Specifications>(lender: WorkflowId, fields: Fields): Lent<Fields> =>
  Object.fromEntries(keysOf(fields).map((key) => [key, { sameAsIn: lender }])) as Lent<Fields>;
