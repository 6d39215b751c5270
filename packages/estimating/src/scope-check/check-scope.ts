import { childFields, fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { FilledForm } from "#form/filled-form.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { lineQuantity } from "#form/line-quantity.ts";
import { scopesAt, workflowScope } from "#form/line-scope.ts";
import type { Place } from "#form/places.ts";
import { INSTALL_PITCH } from "#form/states/install-pitch.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { priceWorkflow, type PricedLine } from "#pricing/price-line.ts";
import { isPriced } from "#pricing/unit-amounts.ts";
import { placesOfRecommendation, quantityAt, recommendationsOfUse } from "#recommendations/recommend.ts";
import { amountText, createScopeFacts } from "./scope-facts.ts";
import { SCOPE_RULES } from "./scope-rules.ts";
import { sectionOfField } from "./section-of-field.ts";

/** One workflow copy with its form values. */
interface ScopeCopy {
  readonly workflowId: number;
  readonly workflowEstimateId: number;
  readonly values: WorkflowValues;
  /** Its priced lines, if the caller has them. */
  readonly lines?: readonly PricedLine[];
}

/** Something that an estimate probably lacks. A warning only. */
export interface ScopeFinding {
  /** The rule; general ones are "unpriced", "noQuantity" and "noChoice". */
  readonly code: string;
  readonly workflowId: number;
  readonly workflowEstimateId: number;
  /** The section where it can be fixed. */
  readonly sectionId: number;
  readonly fieldKey: string;
  /** The line in question; for a child its outermost line, such as a window. Null if nothing is entered yet. */
  readonly lineId: number | null;
  /** What is there and what is missing, in a contractor's words. */
  readonly text: string;
  readonly severity: "missing" | "mismatch" | "unpriced";
}

type Found = Pick<ScopeFinding, "code" | "fieldKey" | "lineId" | "text" | "severity">;

/** What the copies of an estimate probably lack, by copy and step (ours). */
export function checkScope({
  copies,
  book,
}: {
  copies: readonly ScopeCopy[];
  book: IndexedPriceBook;
}): readonly ScopeFinding[] {
  return copies.flatMap((copy) => {
    const { workflowId, workflowEstimateId, values } = copy;
    const context = { workflowId, values, book };
    const lines = copy.lines ?? priceWorkflow(context, values);
    const uncounted = checkQuantities(context);
    // "Chosen and not counted" is more specific than "missing".
    const told = new Set(uncounted.map(({ fieldKey }) => fieldKey));
    const broken = checkRules(context).filter(
      ({ severity, fieldKey }) => severity !== "missing" || !told.has(fieldKey),
    );
    return [...broken, ...checkChoices(context, lines), ...checkPrices(context, lines), ...uncounted]
      .flatMap((each): readonly ScopeFinding[] => {
        const field = fieldByKey(workflowId, each.fieldKey);
        const section = field && sectionOfField(field.id);
        return section ? [{ ...each, workflowId, workflowEstimateId, sectionId: section.id }] : [];
      })
      .sort((one, other) => orderOf(one) - orderOf(other));
  });
}

const orderOf = ({ workflowId, fieldKey }: ScopeFinding): number => {
  const field = fieldByKey(workflowId, fieldKey);
  return (field && sectionOfField(field.id)?.order) ?? 0;
};

function checkRules({ workflowId, values, book }: FilledForm): readonly Found[] {
  const workflow = workflowScope(values);
  return (SCOPE_RULES.get(workflowId) ?? []).flatMap(({ code, severity, field, each, find }) =>
    (each === undefined ? [workflow] : scopesAt(workflow, each)).flatMap((scope): readonly Found[] => {
      const facts = createScopeFacts({ workflowId, book, scope });
      const text = severity === "missing" && !facts.isOffered(field) ? null : find(facts);
      return text === null ? [] : [{ code, severity, fieldKey: field, lineId: scope.line?.id ?? null, text }];
    }),
  );
}

/** Choices that are free by design: a walkable roof. */
const FREE_BY_DESIGN: ReadonlySet<string> = new Set([INSTALL_PITCH]);

/** Repairs charge the hours of their lines together; an option's conversion 3 is its hours. */
const LABOR_HOURS = "totalLaborHours";
const isPaidByHours = (book: IndexedPriceBook, field: FieldDefinition, { value }: PricedLine["line"]): boolean => {
  const { entry, optionById } = book.entryOf(field);
  return (optionById.get(value ?? "")?.conversions ?? entry).recommendedConversion3 > 0;
};

const canCost = (book: IndexedPriceBook, field: FieldDefinition): boolean =>
  isPriced(book, field) || childFields(field).some((child) => canCost(book, child));

/** A child choice without a price in the price book: a window's type whose size has no tier. */
function unpricedChoice(book: IndexedPriceBook, { children }: PricedLine): string | undefined {
  const child = children.find(({ definition, line, own }) => own.warning && lineQuantity(definition, line) > 0);
  if (!child) return undefined;
  const { definition, line, own } = child;
  const size = own.warning?.size ? `, ${own.warning.size.width} x ${own.warning.size.height} in` : "";
  return `${book.entryOf(definition).optionById.get(line.value ?? "")?.value ?? definition.label}${size}`;
}

/** Lines with a quantity that cost nothing, although they could. */
function checkPrices({ workflowId, book }: FilledForm, lines: readonly PricedLine[]): readonly Found[] {
  return lines.flatMap((priced): readonly Found[] => {
    const { definition, line, own, totals } = priced;
    const quantity = lineQuantity(definition, line);
    const found = { code: "unpriced", severity: "unpriced", fieldKey: definition.key, lineId: line.id } as const;
    const choice = quantity > 0 ? unpricedChoice(book, priced) : undefined;
    if (choice !== undefined) return [{ ...found, text: `${choice}: without a price.` }];
    // Reported as an unfinished choice.
    if (definition.dataType === "dropdown" && !line.value) return [];
    if (quantity === 0 || totals.total !== 0 || FREE_BY_DESIGN.has(definition.key)) return [];
    if (!own.warning && !canCost(book, definition)) return [];
    if (fieldByKey(workflowId, LABOR_HOURS) && isPaidByHours(book, definition, line)) return [];
    if (definition.defaultOne && !hasCountedChild(definition, line.children)) return [];
    const option = book.entryOf(definition).optionById.get(line.value ?? "")?.value;
    const name = option ?? (definition.dataType === "string" && line.value ? line.value : definition.label);
    const count =
      definition.dataType === "boolean" || definition.unit === "EA" ? "" : `${amountText(quantity, definition.unit)}, `;
    return [{ ...found, text: `${name}: ${count}without a price.` }];
  });
}

/** Lines with a quantity but no choice, although the price book offers some. */
function checkChoices({ book }: FilledForm, lines: readonly PricedLine[]): readonly Found[] {
  return lines.flatMap(({ definition, line }): readonly Found[] => {
    if (definition.dataType !== "dropdown" || line.value || (line.quantity ?? 0) === 0) return [];
    if (!definition.allowQuantityChange || book.entryOf(definition).entry.options.length === 0) return [];
    return [
      {
        code: "noChoice",
        severity: "missing",
        fieldKey: definition.key,
        lineId: line.id,
        text: `${definition.label}: ${amountText(line.quantity ?? 0, definition.unit)}, and nothing is chosen.`,
      },
    ];
  });
}

/** Whether a group has a child with a quantity. */
function hasCountedChild(field: FieldDefinition, children: PricedLine["line"]["children"]): boolean {
  return childFields(field).some((child) =>
    (children?.[child.property] ?? []).some((line) => lineQuantity(child, line) > 0),
  );
}

/** Lines with a choice but no quantity, although a formula recommends one. */
function checkQuantities(context: FilledForm): readonly Found[] {
  return recommendationsOfUse(context.workflowId, "recommended").flatMap((recommendation) =>
    placesOfRecommendation(context, recommendation).flatMap((place): readonly Found[] => {
      const { line, field } = place;
      if (!line || (line.quantity ?? 0) !== 0 || !isChosenAt(place)) return [];
      const recommended = quantityAt(context, recommendation, place);
      if (recommended <= 0) return [];
      const name = chosenName(context.book, place);
      const lineId = outermostLine(place);
      const text = `${name}: chosen and not counted, ${amountText(recommended, field.unit)} recommended.`;
      return [{ code: "noQuantity", severity: "missing", fieldKey: field.key, lineId, text }];
    }),
  );
}

function isChosenAt({ field, line }: Place): boolean {
  if (line?.value) return true;
  return childFields(field).some(
    (child) =>
      child.dataType === "dropdown" && (line?.children?.[child.property] ?? []).some(({ value }) => value !== null),
  );
}

/** "Underlayment, Synthetic" */
function chosenName(book: IndexedPriceBook, { field, line }: Place): string {
  const option = book.entryOf(field).optionById.get(line?.value ?? "")?.value;
  return option === undefined ? field.label : `${field.label}, ${option}`;
}

function outermostLine({ outer, line }: Place): number | null {
  let id = line?.id ?? null;
  for (let around: Place["outer"] | null = outer; around?.line; around = around.outer) id = around.line.id;
  return id;
}
