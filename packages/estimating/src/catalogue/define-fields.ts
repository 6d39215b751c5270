import type { Unit } from "#units.ts";
import type { WorkflowId } from "#workflows.ts";

/** Workflow number, a dot, field number: 1.58. Once released, an id never changes its meaning. */
export type FieldId = `${number}.${number}`;
/** A field id, a dot, option number: 1.36.1. */
export type OptionId = `${number}.${number}.${number}`;

/**
 * - `string`: free text in `value`.
 * - `number`: a quantity and no value.
 * - `boolean`: a checkbox; `value` "true" or "false".
 * - `dropdown`: the chosen option's id in `value`; a quantity as well where `allowQuantityChange` says so.
 */
export type DataType = "string" | "number" | "boolean" | "dropdown";

interface FieldFlags {
  /** The person enters a quantity. Always true for numbers (ITEM-30). */
  readonly allowQuantityChange: boolean;
  /** The person enters the four costs and prices, as on add-on services. */
  readonly allowPriceChange: boolean;
  /** A repeatable group or row. */
  readonly allowMultiple: boolean;
  /** Whether the field may stay empty. */
  readonly allowNull: boolean;
  /** The quantity is 1 as soon as the row exists: a group that only holds its children together. */
  readonly defaultOne: boolean;
  /** Belongs to a package: each compared option keeps its own. */
  readonly isComparison: boolean;
  /** The workflow's discount leaves it alone. */
  readonly excludeFromDiscount: boolean;
  /** Dumpster, waste and labor: what does not stay on the house. */
  readonly toWaste: boolean;
}

export interface FieldSpecification<Id extends FieldId = FieldId> extends Partial<FieldFlags> {
  readonly id: Id;
  readonly label: string;
  readonly dataType: DataType;
  /** EA where nothing else is said. */
  readonly unit?: Unit;
  /** A sentence for the admin and for the help of the form. */
  readonly description?: string;
  /** The catalogue's own default: "max" for a number that starts at its maximum, "first" for a dropdown, "true" for a checkbox. */
  readonly defaultValue?: "max" | "first" | "true";
  /** Fields of one row or group, by property name. */
  readonly children?: { readonly [property: string]: FieldSpecification };
}

/** What a field is (3.§3): built in, the same for every company. What it offers and costs stands in the price book. */
export interface FieldDefinition extends FieldFlags {
  readonly id: FieldId;
  readonly workflowId: WorkflowId;
  /** The property name of the specification, in its exact spelling. */
  readonly property: string;
  /** Properties from the top-level field down, joined by dots: "gutter.gutterType". Unique in its workflow. */
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
 * States the fields of one workflow once; keys, parents, children, ancestors and descendants are derived, so that a section
 * or formula that names a missing field does not compile.
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

/** The keys of a workflow's fields, as a type. */
export type FieldKeyOf<Fields> = Fields extends WorkflowFields<infer Specified> ? KeyOf<Specified> : never;
