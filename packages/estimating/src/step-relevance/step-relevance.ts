import { childFields, fieldByKey, SECTIONS } from "#catalogue/catalogue.ts";
import type { FieldDefinition, FieldKeyOf } from "#catalogue/define-fields.ts";
import type { SectionDefinition } from "#catalogue/define-sections.ts";
import type { roofingWorkflowFields } from "#catalogue/roofing/roofing-fields.ts";
import type { sidingWorkflowFields } from "#catalogue/siding/siding-fields.ts";
import type { WindowKey } from "#catalogue/windows/window-fields.ts";
import { defaultItem } from "#form/defaults.ts";
import type { FilledForm } from "#form/filled-form.ts";
import { linesOf, type FormLine } from "#form/form-values.ts";
import { workflowScope } from "#form/line-scope.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { createScopeFacts, type ScopeFacts } from "#scope-check/scope-facts.ts";
import { validateWorkflow } from "#validation/validate.ts";

/*
 * Which steps of a workflow a house needs (ours). Most jobs have no chimney or flat roof, and no one should have to visit those steps.
 * Never hides or locks a step.
 */

interface StepQuestion extends FilledForm {
  readonly sectionId: number;
}

/**
 * - `filled`: something is entered;
 * - `needed`: most jobs need it, or an answer points to it;
 * - `unneeded`: nothing points to it.
 */
type StepRelevance = "filled" | "needed" | "unneeded";

type Sign<Key extends string> = (facts: ScopeFacts<Key>) => boolean;
type RoofingKey = FieldKeyOf<typeof roofingWorkflowFields>;
type SidingKey = FieldKeyOf<typeof sidingWorkflowFields>;

const signs = <Key extends string>(bySection: Readonly<Record<number, Sign<Key>>>) =>
  Object.entries(bySection).map(([id, sign]): [number, Sign<string>] => [Number(id), sign as Sign<string>]);

/** No answer could point to it. */
const onlyWhenEntered = (): boolean => false;
const usually = (): boolean => true;

/**
 * Steps that a job can do without, and the answers and measurements that point to each. Other steps measure the house, or every job needs
 * them.
 */
const SIGN_BY_SECTION: ReadonlyMap<number, Sign<string>> = new Map([
  ...signs<RoofingKey>({
    104: usually,
    // A leak is usually at a chimney or skylight; measured flashing is at one, or at a wall.
    105: ({ isChosen, quantity }) => isChosen("roofLeaks") || quantity("flashingLength") > 0,
    106: ({ isChosen }) => isChosen("roofLeaks"),
    107: usually,
    108: onlyWhenEntered,
    109: onlyWhenEntered,
    110: onlyWhenEntered,
    // The optional pair is only added if it is wanted.
    146: usually,
    147: usually,
    113: usually,
  }),
  ...signs<SidingKey>({
    204: usually,
    205: usually,
    206: usually,
    207: onlyWhenEntered,
    208: onlyWhenEntered,
    209: onlyWhenEntered,
    210: onlyWhenEntered,
    211: ({ name }) => /gable/iu.test(name("sidingAreaOfWork")),
    212: ({ name }) => /garage/iu.test(name("sidingAreaOfWork")),
    213: onlyWhenEntered,
    144: usually,
    145: usually,
    216: usually,
  }),
  ...signs<WindowKey>({
    303: ({ isChosen }) =>
      isChosen("window.interiorTrim.interiorTrimType") || isChosen("window.exteriorTrim.exteriorTrimType"),
    304: usually,
  }),
  ...signs<string>({ 403: onlyWhenEntered, 404: usually }),
  ...signs<string>({
    502: onlyWhenEntered,
    503: onlyWhenEntered,
    504: onlyWhenEntered,
    505: onlyWhenEntered,
    506: onlyWhenEntered,
    507: onlyWhenEntered,
    508: usually,
  }),
  ...signs<string>({ 602: onlyWhenEntered, 603: usually, 605: usually }),
  ...signs<string>({
    702: usually,
    703: usually,
    704: onlyWhenEntered,
    705: onlyWhenEntered,
    706: onlyWhenEntered,
    707: onlyWhenEntered,
    708: onlyWhenEntered,
    709: usually,
  }),
]);

const sectionById: ReadonlyMap<number, SectionDefinition> = new Map(SECTIONS.map((section) => [section.id, section]));

/** The top-level fields of a section. */
function fieldsOf({ workflowId, sectionId }: StepQuestion): readonly FieldDefinition[] {
  const rows = sectionById.get(sectionId)?.groups.flatMap((group) => group.rows) ?? [];
  const keys = rows.flatMap((row) => (typeof row === "string" ? row : "field" in row ? row.field : []));
  return [...new Set(keys.map((key) => key.split(".")[0] ?? key))].flatMap((key) => fieldByKey(workflowId, key) ?? []);
}

/** Whether a line was entered: defaults do not count, and a group counts if a child does. */
function isEntered(book: IndexedPriceBook, field: FieldDefinition, line: FormLine): boolean {
  const { value = null, quantity = 0 } = defaultItem(book, field);
  if (line.value !== value && line.value !== null && line.value !== "" && line.value !== "false") return true;
  if ((line.quantity ?? 0) > 0 && line.quantity !== quantity) return true;
  return childFields(field).some((child) =>
    linesOf(line.children ?? {}, child.property).some((below) => isEntered(book, child, below)),
  );
}

/** Whether anything was entered in a step: chosen, ticked, written or counted. */
export const isStepFilled = (question: StepQuestion): boolean =>
  fieldsOf(question).some((field) =>
    linesOf(question.values, field.property).some((line) => isEntered(question.book, field, line)),
  );

/** Whether a job can do without the step, so that a person may skip it: it neither measures the house nor is the offer. */
export const isDispensable = (sectionId: number): boolean => SIGN_BY_SECTION.has(sectionId);

/** The relevance of a step, from a workflow copy's answers and measurements. */
export function stepRelevance(question: StepQuestion): StepRelevance {
  if (isStepFilled(question)) return "filled";
  const sign = SIGN_BY_SECTION.get(question.sectionId);
  if (!sign) return "needed";
  const { workflowId, values, book } = question;
  return sign(createScopeFacts({ workflowId, book, scope: workflowScope(values) })) ? "needed" : "unneeded";
}

/** Whether a step could be saved as it is: nothing required is missing or invalid. */
const canPassStep = (question: StepQuestion): boolean =>
  validateWorkflow({ ...question, keys: fieldsOf(question).map(({ key }) => key) }).length === 0;

/** The first of the given steps that could be saved as they are, up to the first that could not. */
export function passableSteps({
  sectionIds,
  ...copy
}: Omit<StepQuestion, "sectionId"> & { sectionIds: readonly number[] }): readonly number[] {
  const stop = sectionIds.findIndex((sectionId) => !canPassStep({ ...copy, sectionId }));
  return stop < 0 ? sectionIds : sectionIds.slice(0, stop);
}
