import {
  COMPARED_TEXT,
  MAX_COMPARED,
  MAX_DUPLICATE_WORKFLOWS,
  partsOfBody,
  summaryKey,
  type BodyWithParts,
  type Estimate,
  type EstimateCopy,
  type EstimatePart,
  type FieldErrors,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import { findField, SECTIONS, type FieldDefinition } from "@ridgebook/estimating";

/*
 * Checks a body's consistency before comparing or calculating: every line below its parent, every field in its workflow. Errors are
 * reported by path: "items.3.fieldId", "parts.0.items.3.fieldId".
 */

/** A part with its path in the body: "" at the top level. */
interface PlacedPart {
  readonly part: EstimatePart;
  readonly path: string;
  /** The path of its decisions: `path`, or "workflowSummaries.4." in a whole estimate. */
  readonly decisionPath: string;
}

/** Paths of lines for error messages. Lines of comparisons have separate paths. */
export interface BodyPlaces {
  /** "parts.0.items.3" by the sent line id. */
  readonly itemById: ReadonlyMap<number, string>;
  /** "parts.0.comparisons.1.items" by copy and package. */
  readonly comparisonOf: ReadonlyMap<string, string>;
  /** "parts.0." by copy: the last part that contains the member. */
  readonly partOf: (copy: EstimateCopy, member: keyof EstimatePart) => string;
}

interface CheckedParts {
  readonly places: BodyPlaces;
  readonly errors: FieldErrors;
}

export const comparisonKey = (copy: EstimateCopy, fieldOptionId: string): string =>
  `${summaryKey(copy)} ${fieldOptionId}`;

const placedParts = (body: BodyWithParts): PlacedPart[] => {
  const parts = partsOfBody(body);
  const inList = body.parts?.length ?? 0;
  return parts.map((part, index) => {
    const place = index - (parts.length - inList);
    const path = place < 0 ? "" : `parts.${String(place)}.`;
    const isOfWhole = place < 0 && body.workflowId === undefined;
    return { part, path, decisionPath: isOfWhole ? `workflowSummaries.${summaryKey(part)}.` : path };
  });
};

/** Finds the paths of lines and comparisons. A whole estimate is first split by copy. */
function indexesIn({ items = [], comparisons = [], parts = [] }: BodyWithParts): (sent: object) => number {
  const indexes = new Map<object, number>();
  for (const list of [{ items, comparisons }, ...parts]) {
    for (const [index, item] of (list.items ?? []).entries()) indexes.set(item, index);
    for (const [index, compared] of (list.comparisons ?? []).entries()) {
      indexes.set(compared.items, index);
      for (const [place, item] of compared.items.entries()) indexes.set(item, place);
    }
  }
  return (sent) => indexes.get(sent) ?? 0;
}

/** Reports decisions at the top level of a body, which lack a workflow. */
const placelessDecisions = (body: BodyWithParts): FieldErrors =>
  body.workflowId === undefined && DECISIONS.some((member) => body[member] !== undefined)
    ? { workflowId: ["Say which workflow this is decided for."] }
    : {};

const DECISIONS = [
  "lastCompleteSectionId",
  "optionalSectionIds",
  "measurements",
  "unpricedItems",
  "discountPercent",
  "marginPercent",
] as const satisfies (keyof EstimatePart)[];
const PART_MEMBERS = ["fieldIds", "items", "comparisons", ...DECISIONS] as const satisfies (keyof EstimatePart)[];

type Report = (path: string, message: string) => void;

const labelOf = (fieldId: string): string => findField(fieldId)?.label ?? fieldId;

/** Lines among themselves: known fields of one workflow, each below a line of its parent field. */
function checkItems(
  items: readonly StoredEstimateItem[],
  {
    workflowId,
    isOffered,
    path,
    indexOf,
    report,
  }: {
    workflowId: number;
    /** Whether a top-level field allows lines here. */
    isOffered: (field: FieldDefinition) => boolean;
    path: string;
    indexOf: (item: StoredEstimateItem) => number;
    report: Report;
  },
): void {
  const itemById = new Map(items.map((item) => [item.id, item]));
  const seen = new Set<number>();
  const single = new Set<string>();
  for (const item of items) {
    const place = `${path}.${String(indexOf(item))}`;
    const field = findField(item.fieldId);
    if (seen.has(item.id)) report(`${place}.id`, "Two lines have the same id.");
    seen.add(item.id);
    if (field?.workflowId !== workflowId) {
      report(`${place}.fieldId`, `${item.fieldId} is not a field of this workflow.`);
      continue;
    }
    const parent = item.parentItemId === null ? null : itemById.get(item.parentItemId);
    if (parent === undefined) report(`${place}.parentItemId`, "The line that this one belongs to is not sent with it.");
    else if ((parent?.fieldId ?? null) !== field.parentId)
      report(
        `${place}.parentItemId`,
        field.parentId === null
          ? `${field.label} belongs to no other line.`
          : `${field.label} belongs to a line of ${labelOf(field.parentId)}.`,
      );
    else if (parent === null && !isOffered(field))
      report(`${place}.fieldId`, `${field.label} is not among the fields that are saved.`);
    const once = `${String(item.parentItemId)} ${item.fieldId}`;
    if (!field.allowMultiple && single.has(once)) report(`${place}.fieldId`, `${field.label} can stand only once.`);
    single.add(once);
  }
}

function checkFieldIds(
  { part, path }: PlacedPart,
  { sent, taken, report }: { sent: readonly string[]; taken: Set<string>; report: Report },
): void {
  const { workflowId } = part;
  for (const id of part.fieldIds ?? []) {
    const key = `${summaryKey(part)} ${id}`;
    const index = sent.lastIndexOf(id);
    const place = `${path}fieldIds.${String(index)}`;
    if (taken.has(key)) report(place, `${labelOf(id)} is saved twice.`);
    taken.add(key);
    // A field named only by its lines is reported there.
    if (index < 0) continue;
    const field = findField(id);
    if (field?.workflowId !== workflowId) report(place, `${id} is not a field of this workflow.`);
    else if (field.parentId !== null) report(place, `${field.label} is saved with the field that it belongs to.`);
  }
}

/** Measurements and unpriced lines: fields of the workflow, and each line once. */
function checkFieldsOfLists({ part, decisionPath: path }: PlacedPart, report: Report): void {
  for (const member of ["measurements", "unpricedItems"] as const)
    for (const [index, { fieldId }] of (part[member] ?? []).entries())
      if (findField(fieldId)?.workflowId !== part.workflowId)
        report(`${path}${member}.${String(index)}.fieldId`, `${fieldId} is not a field of this workflow.`);
  const ids = (part.unpricedItems ?? []).map(({ id }) => id);
  for (const [index, id] of ids.entries())
    if (ids.indexOf(id) < index) report(`${path}unpricedItems.${String(index)}.id`, "Two lines have the same id.");
}

function checkSections({ part, decisionPath: path }: PlacedPart, report: Report): void {
  const isOwn = (id: number): boolean =>
    SECTIONS.some((section) => section.id === id && section.workflowId === part.workflowId);
  const { lastCompleteSectionId, optionalSectionIds = [] } = part;
  if (lastCompleteSectionId !== undefined && lastCompleteSectionId !== null && !isOwn(lastCompleteSectionId))
    report(`${path}lastCompleteSectionId`, "This is not a section of the workflow.");
  if (new Set(optionalSectionIds).size !== optionalSectionIds.length || !optionalSectionIds.every(isOwn))
    report(`${path}optionalSectionIds`, "These must be different sections of the workflow.");
}

/** Checks every part of a body and records each line's path. */
export function checkParts(body: BodyWithParts): CheckedParts {
  const errors: FieldErrors = placelessDecisions(body);
  const indexOf = indexesIn(body);
  const report: Report = (path, message) => {
    (errors[path] ??= []).push(message);
  };
  const itemById = new Map<number, string>();
  const comparisonOf = new Map<string, string>();
  const pathByMember = new Map<string, string>();
  const takenFields = new Set<string>();
  const takenMembers = new Set<string>();

  for (const placed of placedParts(body)) {
    const { part, path, decisionPath } = placed;
    const { workflowId, items = [], comparisons = [] } = part;
    const sent = (path === "" ? body.fieldIds : part.fieldIds) ?? [];
    checkFieldIds(placed, { sent, taken: takenFields, report });
    const fieldIds = new Set<string>(part.fieldIds);
    checkItems(items, { workflowId, isOffered: ({ id }) => fieldIds.has(id), path: `${path}items`, indexOf, report });
    for (const item of items) {
      const place = `${path}items.${String(indexOf(item))}`;
      if (itemById.has(item.id)) report(`${place}.id`, "Two lines have the same id.");
      else itemById.set(item.id, place);
    }
    if (comparisons.length > MAX_COMPARED) report(`${path}comparisons`, COMPARED_TEXT);
    for (const { fieldOptionId, items: compared } of comparisons) {
      const place = `${path}comparisons.${String(indexOf(compared))}`;
      const key = comparisonKey(part, fieldOptionId);
      if (comparisonOf.has(key)) report(`${place}.fieldOptionId`, "A package is compared once.");
      comparisonOf.set(key, `${place}.items`);
      checkItems(compared, {
        workflowId,
        isOffered: ({ isComparison }) => isComparison,
        path: `${place}.items`,
        indexOf,
        report,
      });
    }
    checkSections(placed, report);
    checkFieldsOfLists(placed, report);
    for (const member of PART_MEMBERS) {
      if (part[member] === undefined) continue;
      const key = `${summaryKey(part)} ${member}`;
      const isDecision = DECISIONS.some((each) => each === member);
      pathByMember.set(key, isDecision ? decisionPath : path);
      // Fields and their lines are checked individually; other members occur once per copy.
      if (member !== "fieldIds" && member !== "items" && takenMembers.has(key))
        report(`${path}${member}`, "This is said twice.");
      takenMembers.add(key);
    }
  }
  const partOf = (copy: EstimateCopy, member: keyof EstimatePart): string =>
    pathByMember.get(`${summaryKey(copy)} ${member}`) ?? "";
  return { places: { itemById, comparisonOf, partOf }, errors };
}

/** Copies in the parts but not in the estimate; emptying them is fine, filling them is not. */
export function checkCopies(body: BodyWithParts, copies: readonly EstimateCopy[]): FieldErrors {
  const known = new Set(copies.map(summaryKey));
  const isFilling = ({
    items = [],
    comparisons = [],
    optionalSectionIds = [],
    measurements = [],
    unpricedItems = [],
    ...part
  }: EstimatePart): boolean =>
    items.length > 0 ||
    comparisons.length > 0 ||
    optionalSectionIds.length > 0 ||
    measurements.length > 0 ||
    unpricedItems.length > 0 ||
    [part.lastCompleteSectionId, part.discountPercent, part.marginPercent].some((value) => (value ?? 0) !== 0);
  return Object.fromEntries(
    placedParts(body)
      .filter(({ part }) => !known.has(summaryKey(part)) && isFilling(part))
      .map(({ path }) => [`${path}workflowId`, ["This workflow is not part of the estimate."]]),
  );
}

export type DuplicateWorkflows = Estimate["duplicateWorkflows"];

/** Copies must be unique and of workflows that the estimate has. */
export function checkDuplicates(duplicateWorkflows: DuplicateWorkflows, workflowIds: readonly number[]): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  for (const [index, copy] of duplicateWorkflows.entries()) {
    const place = `duplicateWorkflows.${String(index)}`;
    if (!workflowIds.includes(copy.workflowId))
      errors[`${place}.workflowId`] = ["This workflow is not part of the estimate."];
    if (seen.has(summaryKey(copy))) errors[`${place}.workflowEstimateId`] = ["This copy is there twice."];
    seen.add(summaryKey(copy));
  }
  // Merging two people's copies can exceed the limit.
  if (duplicateWorkflows.length > MAX_DUPLICATE_WORKFLOWS)
    errors["duplicateWorkflows"] = [`At most ${String(MAX_DUPLICATE_WORKFLOWS)} copies.`];
  return errors;
}
