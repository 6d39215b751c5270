import type { FieldSpecification, KeyOf } from "#catalogue/define-fields.ts";
import type { FormGroup } from "#catalogue/define-sections.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";
import { multiply, quantityOf, roundToStep, type Expression } from "#expressions/expression.ts";
import type { Recommendation } from "#catalogue/define-recommendations.ts";

/** The dumpster for torn-off material (2.§3.4): roofing, siding and repairs. */
export const dumpsterFields = (id: FieldIds) =>
  ({
    dumpsterNeeded: { id: id(0), label: "Dumpster needed", dataType: "boolean", toWaste: true },
    dumpster: {
      id: id(1),
      label: "Dumpster",
      dataType: "number",
      unit: "EA",
      allowMultiple: true,
      defaultOne: true,
      excludeFromDiscount: true,
      toWaste: true,
      children: {
        dumpsterLocation: { id: id(2), label: "Location", dataType: "dropdown", toWaste: true },
        dumpsterType: { id: id(3), label: "Type", dataType: "dropdown", toWaste: true },
      },
    },
    dumpsterLabor: {
      id: id(4),
      label: "Dumpster labor",
      dataType: "number",
      unit: "SQ",
      toWaste: true,
      description: "Squares that are loaded into the dumpster.",
    },
    dumpsterWeight: {
      id: id(5),
      label: "Dumpster weight",
      dataType: "number",
      unit: "TON",
      toWaste: true,
      description: "What is torn off, in tons of 2,000 lb. Choose a dumpster that may carry it.",
    },
  }) as const satisfies Record<string, FieldSpecification>;

type DumpsterKey = KeyOf<ReturnType<typeof dumpsterFields>>;

export const dumpsterGroup: FormGroup<DumpsterKey> = {
  title: "Dumpster",
  rows: ["dumpsterNeeded", "dumpster", "dumpsterLabor", "dumpsterWeight"],
  hasTotal: true,
};

/** Pounds per (short) ton (2.§9.3). */
export const POUNDS_PER_TON = 2_000;

/**
 * Labor and weight of a dumpster follow from what is torn off; both are 0 without a dumpster (2.§4).
 *
 * @param squares torn-off squares
 * @param tons their weight
 */
export const dumpsterRecommendations = <Key extends string>({
  squares,
  tons,
  source,
}: {
  squares: Expression<Key>;
  tons: Expression<Key>;
  source: string;
}): readonly Recommendation<Key | DumpsterKey>[] => [
  {
    field: "dumpsterLabor",
    use: "calculated",
    source,
    quantity: roundToStep<Key | DumpsterKey>(multiply<Key | DumpsterKey>(quantityOf("dumpsterNeeded"), squares)),
  },
  {
    field: "dumpsterWeight",
    use: "calculated",
    source,
    quantity: roundToStep<Key | DumpsterKey>(multiply<Key | DumpsterKey>(quantityOf("dumpsterNeeded"), tons)),
  },
];
