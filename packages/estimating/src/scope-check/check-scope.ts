import { childFields, fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { lineQuantity } from "#form/line-quantity.ts";
import { scopesAt, workflowScope } from "#form/line-scope.ts";
import type { Place } from "#form/places.ts";
import { INSTALL_PITCH } from "#form/states/install-pitch.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { priceWorkflow, type PricedLine } from "#pricing/price-line.ts";
import { isPriced } from "#pricing/unit-amounts.ts";
import {
  placesOfRecommendation,
  quantityAt,
  recommendationsOfUse,
  type RecommendationContext,
} from "#recommendations/recommend.ts";
import { amountText, createScopeFacts } from "./scope-facts.ts";
import { SCOPE_RULES } from "./scope-rules.ts";
import { sectionOfField } from "./section-of-field.ts";

/** One copy of a workflow, as its form holds it. */
export interface ScopeCopy {
  readonly workflowId: number;
  readonly workflowEstimateId: number;
  readonly values: WorkflowValues;
  /** Its priced lines, where the caller has them. */
  readonly lines?: readonly PricedLine[];
}

/** Something that an estimate most likely still lacks. It is told, and stands in the way of nothing. */
export interface ScopeFinding {
  /** The rule; of the general ones "unpriced", "noQuantity" and "noChoice". */
  readonly code: string;
  readonly workflowId: number;
  readonly workflowEstimateId: number;
  /** Where it is mended. */
  readonly sectionId: number;
  readonly fieldKey: string;
  /** The line that it is about: of a child the outermost one, such as a window. Null where nothing is entered yet. */
  readonly lineId: number | null;
  /** What is there and what is not, in a contractor's words. */
  readonly text: string;
  readonly severity: "missing" | "mismatch" | "unpriced";
}

type Found = Pick<ScopeFinding, "code" | "fieldKey" | "lineId" | "text" | "severity">;

/** What every copy of an estimate most likely lacks, in the order of the copies and of their steps (ours). */
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
    // "Chosen and not counted" says more than "there is none".
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

function checkRules({ workflowId, values, book }: RecommendationContext): readonly Found[] {
  const workflow = workflowScope(values);
  return (SCOPE_RULES.get(workflowId) ?? []).flatMap(({ code, severity, field, each, find }) =>
    (each === undefined ? [workflow] : scopesAt(workflow, each)).flatMap((scope): readonly Found[] => {
      const facts = createScopeFacts({ workflowId, book, scope });
      const text = severity === "missing" && !facts.isOffered(field) ? null : find(facts);
      return text === null ? [] : [{ code, severity, fieldKey: field, lineId: scope.line?.id ?? null, text }];
    }),
  );
}

/** Fields with choices that cost nothing because they are meant to: a roof that can be walked on. */
const FREE_BY_DESIGN: ReadonlySet<string> = new Set([INSTALL_PITCH]);

/** Repairs charge the hours of their lines together; an option's conversion 3 is its hours. */
const LABOR_HOURS = "totalLaborHours";
const isPaidByHours = (book: IndexedPriceBook, field: FieldDefinition, { value }: PricedLine["line"]): boolean => {
  const { entry, optionById } = book.entryOf(field);
  return (optionById.get(value ?? "")?.conversions ?? entry).recommendedConversion3 > 0;
};

const canCost = (book: IndexedPriceBook, field: FieldDefinition): boolean =>
  isPriced(book, field) || childFields(field).some((child) => canCost(book, child));

/** A choice below a line that the price book has no price for: a window's type, whose size is outside of all tiers. */
function unpricedChoice(book: IndexedPriceBook, { children }: PricedLine): string | undefined {
  const child = children.find(({ definition, line, own }) => own.warning && lineQuantity(definition, line) > 0);
  if (!child) return undefined;
  const { definition, line, own } = child;
  const size = own.warning?.size ? `, ${own.warning.size.width} x ${own.warning.size.height} in` : "";
  return `${book.entryOf(definition).optionById.get(line.value ?? "")?.value ?? definition.label}${size}`;
}

/** What was counted and costs nothing, although it could. */
function checkPrices({ workflowId, book }: RecommendationContext, lines: readonly PricedLine[]): readonly Found[] {
  return lines.flatMap((priced): readonly Found[] => {
    const { definition, line, own, totals } = priced;
    const quantity = lineQuantity(definition, line);
    const found = { code: "unpriced", severity: "unpriced", fieldKey: definition.key, lineId: line.id } as const;
    const choice = quantity > 0 ? unpricedChoice(book, priced) : undefined;
    if (choice !== undefined) return [{ ...found, text: `${choice}: without a price.` }];
    // Said as a choice that is not finished.
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

/** What was counted and not chosen, although the price book offers it: a choice that nobody finished. */
function checkChoices({ book }: RecommendationContext, lines: readonly PricedLine[]): readonly Found[] {
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

/** Whether anything is entered in a group that only holds its fields together. */
function hasCountedChild(field: FieldDefinition, children: PricedLine["line"]["children"]): boolean {
  return childFields(field).some((child) =>
    (children?.[child.property] ?? []).some((line) => lineQuantity(child, line) > 0),
  );
}

/** What was chosen and not counted, although a formula says how many it takes. */
function checkQuantities(context: RecommendationContext): readonly Found[] {
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
