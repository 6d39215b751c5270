import {
  Problem,
  slicesToBody,
  type BodyWithParts,
  type EstimateSlices,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import { AMOUNT_NAMES, findField, type FieldDefinition, type FieldPlace } from "@ridgebook/estimating";
import { findPlacedLine } from "#features/estimate/form/rejected-entries.ts";
import type { RejectedEntry, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { hasQuantity, isQuantityOfChoice } from "#features/estimate/rows/field-layout.ts";
import type { PendingChanges } from "#local-data/outbox/pending-changes.ts";
import { cleanFieldName, sortServerMessages } from "#server-client/server-validation.ts";

/** A change of an estimate that the server refused, with the slices that it sent. */
export interface RefusedChange {
  readonly problem: Problem;
  readonly slices: EstimateSlices;
}

/** The refused change of an estimate that waits on this device, if any. */
export async function findRefusedChange(
  changes: Pick<PendingChanges, "list">,
  estimateId: number,
): Promise<RefusedChange | undefined> {
  const found = (await changes.list()).find(({ storeName, id }) => storeName === "estimates" && id === estimateId);
  if (!found?.problem) return undefined;
  const slices = Object.fromEntries(found.fields.map(({ field, value }) => [field, value]));
  return { problem: new Problem(found.problem.code, found.problem), slices };
}

/** "items.3.quantity", "parts[0].items[3].quantity"; without a member it names the whole line. */
const LINE_IN_BODY = /^(?:parts[.[](\d+)\]?\.)?items[.[](\d+)\]?(?:\.(\w+))?$/;

interface NamedLine {
  readonly item: StoredEstimateItem;
  readonly member: string;
}

/** The line that the server names by its position in the refused body. */
function lineOf(field: string, body: BodyWithParts): NamedLine | undefined {
  const match = LINE_IN_BODY.exec(field);
  if (!match) return undefined;
  const [, part, index, member = ""] = match;
  const { items } = part === undefined ? body : (body.parts?.[Number(part)] ?? {});
  const item = items?.[Number(index)];
  return item && { item, member };
}

/** The input to show a message at: the one it names, else the line's main input. */
function memberAt(member: string, field: FieldDefinition): RejectedEntry["member"] {
  const amount = AMOUNT_NAMES.find((name) => name === member);
  if (amount && field.allowPriceChange) return amount;
  if (field.dataType === "number") return "quantity";
  return member === "quantity" && hasQuantity(field) && !isQuantityOfChoice(field) ? "quantity" : "value";
}

/**
 * Shows the server's messages about a refused change at the entries below these top-level fields, until they are edited. Fields that were
 * edited since the save are left out. Returns the other messages, with their field's name, for the notification area (1.§5, VAL-31).
 */
export function tellRefusal(
  { problem, slices }: RefusedChange,
  { form, properties }: { form: WorkflowForm; properties: readonly string[] },
): readonly string[] {
  const body = slicesToBody(slices) as BodyWithParts;
  const { values } = form.getSnapshot();

  const entryOf = ({ item, member }: NamedLine, text: string): RejectedEntry | undefined => {
    const steps = findPlacedLine(values, item.id)?.steps;
    const last = steps?.at(-1);
    const top = steps?.[0]?.property;
    if (!steps || !last || top === undefined || !isOfCopy(item, form)) return undefined;
    const place: FieldPlace = { outer: steps.slice(0, -1), property: last.property, lineId: item.id };
    if (!properties.includes(top) || form.isChanged([top]) || !form.stateOf(place).visible) return undefined;
    return { lineId: item.id, member: memberAt(member, form.definitionOf(place)), text };
  };

  const names = Object.keys(problem.details.errors ?? {}).map(cleanFieldName);
  const { fields, others } = sortServerMessages({ problem, knownFields: names.filter((name) => lineOf(name, body)) });
  const told = fields.map(({ field, message }) => {
    const line = lineOf(field, body);
    const label = line && findField(line.item.fieldId)?.label;
    const text = label === undefined || message.startsWith(label) ? message : `${label}: ${message}`;
    return { text, entry: line && entryOf(line, text) };
  });
  form.reportRejected(told.flatMap(({ entry }) => entry ?? []));
  // The page of one window does not show other windows' problems.
  const { problems } = form.getSnapshot();
  const isShown = (entry: RejectedEntry): boolean =>
    problems.some(({ code, lineId, text }) => code === "refused" && lineId === entry.lineId && text === entry.text);
  return [...others, ...told.flatMap(({ text, entry }) => (entry && isShown(entry) ? [] : text))];
}

const isOfCopy = ({ fieldId, workflowEstimateId }: StoredEstimateItem, { copy }: WorkflowForm): boolean =>
  workflowEstimateId === copy.workflowEstimateId && findField(fieldId)?.workflowId === copy.workflowId;
