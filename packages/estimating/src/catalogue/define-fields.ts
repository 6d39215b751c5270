import type { Unit } from "#units.ts";
import type { WorkflowId } from "#workflows.ts";

/** Workflow number, dot, field number: 1.58. A released id never changes its meaning. */
export type FieldId = `${number}.${number}`;
/** Field id, dot, option number: 1.36.1. */
export type OptionId = `${number}.${number}.${number}`;

/**
 * - `string`: free text in `value`.
 * - `number`: a quantity without a value.
 * - `boolean`: a checkbox; `value` is "true" or "false".
 * - `dropdown`: the chosen option's id in `value`, with a quantity if `allowQuantityChange` is set.
 */
type DataType = "string" | "number" | "boolean" | "dropdown";

interface FieldFlags {
  /** The person enters a quantity. Always true for numbers (ITEM-30). */
  readonly allowQuantityChange: boolean;
  /** The person enters the four costs and prices: add-on services. */
  readonly allowPriceChange: boolean;
  /** A repeatable group or row. */
  readonly allowMultiple: boolean;
  /** Whether the field may stay empty. */
  readonly allowNull: boolean;
  /** The quantity is 1 once the row exists: a group of children. */
  readonly defaultOne: boolean;
  /** Depends on the package, so each compared option has its own value. */
  readonly isComparison: boolean;
  /** Excluded from the workflow's discount. */
  readonly excludeFromDiscount: boolean;
  /** Dumpster, waste and labor: nothing that stays on the house. */
  readonly toWaste: boolean;
}

export interface FieldSpecification<Id extends FieldId = FieldId> extends Partial<FieldFlags> {
  readonly id: Id;
  readonly label: string;
  readonly dataType: DataType;
  /** EA by default. */
  readonly unit?: Unit;
  /** A sentence for the admin and the form's help. */
  readonly description?: string;
  /** The catalogue's own default: "max" for a number that starts at its maximum, "first" for a dropdown, "true" for a checkbox. */
  readonly defaultValue?: "max" | "first" | "true";
  /** Fields of the row or group, by property name. */
  readonly children?: { readonly [property: string]: FieldSpecification };
}

/** A built-in field (3.§3), the same for all companies. Its options and prices are in the price book. */
export interface FieldDefinition extends FieldFlags {
  readonly id: FieldId;
  readonly workflowId: WorkflowId;
  /** The property name in the specification's exact spelling. */
  readonly property: string;
  /** Property names from the top-level field down, joined by dots: "gutter.gutterType". Unique in its workflow. */
  readonly key: string;
  readonly label: string;
  readonly dataType: DataType;
  readonly unit: Unit;
  readonly description: string;
  readonly defaultValue: "max" | "first" | "true" | null;
  readonly parentId: FieldId | null;
  readonly childIds: readonly FieldId[];
  /** From the top-level field down to the parent. */
  readonly ancestors: readonly FieldId[];
  readonly descendants: readonly FieldId[];
}

type Specifications = { readonly [property: string]: FieldSpecification };

/** Every property path of a set of fields: "gutter", "gutter.gutterType". */
export type KeyOf<Fields> = {
  [Property in keyof Fields & string]:
    | Property
    | (Fields[Property] extends { readonly children: infer Children } ? `${Property}.${KeyOf<Children>}` : never);
}[keyof Fields & string];

export interface WorkflowFields<Fields = unknown> {
  readonly workflowId: WorkflowId;
  readonly specifications: Fields;
  readonly definitions: readonly FieldDefinition[];
}

function listDefinitions(
  workflowId: WorkflowId,
  specifications: Specifications,
  parent: { key: string; id: FieldId; ancestors: readonly FieldId[] } | null,
): FieldDefinition[] {
  return Object.entries(specifications).flatMap(([property, specification]) => {
    const { id, children = {} } = specification;
    const key = parent ? `${parent.key}.${property}` : property;
    const ancestors = parent ? [...parent.ancestors, parent.id] : [];
    const below = listDefinitions(workflowId, children, { key, id, ancestors });
    return [
      {
        id,
        workflowId,
        property,
        key,
        label: specification.label,
        dataType: specification.dataType,
        unit: specification.unit ?? "EA",
        description: specification.description ?? "",
        defaultValue: specification.defaultValue ?? null,
        allowQuantityChange: specification.dataType === "number" || (specification.allowQuantityChange ?? false),
        allowPriceChange: specification.allowPriceChange ?? false,
        allowMultiple: specification.allowMultiple ?? false,
        allowNull: specification.allowNull ?? true,
        defaultOne: specification.defaultOne ?? false,
        isComparison: specification.isComparison ?? false,
        excludeFromDiscount: specification.excludeFromDiscount ?? false,
        toWaste: specification.toWaste ?? false,
        parentId: parent?.id ?? null,
        childIds: Object.values(children).map((child) => child.id),
        ancestors,
        descendants: below.map((definition) => definition.id),
      },
      ...below,
    ];
  });
}

/**
 * Defines the fields of one workflow; derives keys, parents, children, ancestors and descendants, so that a section or formula that names a
 * missing field does not compile.
 *
 * @example
 * const gutterFields = defineFields(4, {
 *   gutter: {
 *     id: "4.10", label: "Gutter", dataType: "number", unit: "FT", allowMultiple: true,
 *     children: { gutterType: { id: "4.11", label: "Type", dataType: "dropdown" } },
 *   },
 * });
 */
export const defineFields = <const Fields extends Specifications>(
  workflowId: WorkflowId,
  specifications: Fields,
): WorkflowFields<Fields> => ({
  workflowId,
  specifications,
  definitions: listDefinitions(workflowId, specifications, null),
});

export type FieldKeyOf<Fields> = Fields extends WorkflowFields<infer Specified> ? KeyOf<Specified> : never;
