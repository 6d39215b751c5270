import type { WorkflowId } from "#workflows.ts";
import type { FieldSpecification } from "./define-fields.ts";

/** Margin, notes and discount: fields 997 to 999 of every workflow (2.§1), in percent. */
export const closingFields = <const Workflow extends WorkflowId>(workflow: Workflow) =>
  ({
    margin: { id: `${workflow}.997`, label: "Margin", dataType: "number", unit: "%", allowNull: false },
    notes: { id: `${workflow}.998`, label: "Notes", dataType: "string" },
    discount: { id: `${workflow}.999`, label: "Discount", dataType: "number", unit: "%", allowNull: false },
  }) as const satisfies Record<string, FieldSpecification>;
