import { topLevelFields } from "#catalogue/catalogue.ts";
import { describe, type Explanation } from "#expressions/explain.ts";
import { FIRST_WORKFLOW_ESTIMATE, type EstimateItem } from "#form/estimate-item.ts";
import type { FilledForm } from "#form/filled-form.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { toItems } from "#form/items.ts";
import { rebuildItems } from "#form/rebuild-items.ts";
import { pathOfScope } from "#form/line-path.ts";
import { scopeOfPlace } from "#form/places.ts";
import { setQuantity } from "#form/rows.ts";
import { openForm } from "#form/states/apply-edit.ts";
import { temporaryIds, type NextId } from "#form/temporary-ids.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { priceWorkflow, type PricedLine } from "#pricing/price-line.ts";
import {
  explainRecommendation,
  placesOfRecommendation,
  quantityAt,
  recommendationsIn,
} from "#recommendations/recommend.ts";
import { isObject, type JsonObject } from "#is-object.ts";
import { findAmountProblems, type AmountProblem } from "#totals/amount-problems.ts";
import { estimateTotals } from "#totals/estimate-totals.ts";
import { percentToFraction } from "#totals/format-percent.ts";
import { planPayment, type PaymentPlan } from "#totals/payment.ts";
import { sumLines, type WorkflowTotals } from "#totals/workflow-totals.ts";
import { percent, type Percent } from "#units.ts";
import { validateWorkflow } from "#validation/validate.ts";
import { WORKFLOWS, type WorkflowId } from "#workflows.ts";
import { untilUnchanged } from "#until-unchanged.ts";
import { nearestNames } from "./nearest-names.ts";
import { readValues, type FilePlace } from "./read-values.ts";

/*
 * Prices an estimate from a file without a server (docs/price-files.md): takes inputs by property name, returns quantities, explained
 * recommendations, items and totals.
 */

/** A recommended or calculated quantity, and its explanation. */
interface FileRecommendation {
  /** "gutterProtection[0].gutterProtectionLength". */
  readonly path: string;
  readonly fieldId: string;
  readonly use: "recommended" | "calculated" | "preset";
  readonly recommended: number;
  /** The entered quantity; null if empty. */
  readonly entered: number | null;
  readonly unit: string;
  /** The calculation in one line. */
  readonly text: string;
  readonly explanation: Explanation;
}

export interface PricedWorkflow {
  readonly workflowId: WorkflowId;
  readonly workflow: string;
  readonly workflowEstimateId: number;
  readonly recommendations: readonly FileRecommendation[];
  readonly items: readonly EstimateItem[];
  readonly summary: WorkflowTotals;
  /** Lines with a choice but without a price. */
  readonly warnings: readonly string[];
  /** What a form would not save. */
  readonly validation: readonly FilePlace[];
}

export interface PricedFile {
  readonly priceBookVersion: number;
  readonly workflows: readonly PricedWorkflow[];
  readonly totals: { readonly total: number; readonly totalCost: number; readonly margin: number };
  readonly payment: PaymentPlan | null;
  /** Discounts, promotion and down payment above the price, with which nothing could be signed. */
  readonly validation: readonly FilePlace[];
}

type PriceFileResult =
  | { readonly priced: PricedFile; readonly problems: readonly [] }
  | { readonly priced: null; readonly problems: readonly FilePlace[] };

const FILE_MEMBERS = ["name", "notes", "workflows", "promotion", "fee", "payment", "priceBook", "expected"];
const WORKFLOW_MEMBERS = ["workflow", "copy", "values", "discount", "margin"];
const PAYMENT_MEMBERS = ["feePercent", "downpayment", "months", "ratePercent"];

/** The names of a workflow in a file: its id, its name, its first word. */
const namesOf = ({ id, name }: { id: number; name: string }): readonly string[] => [
  String(id),
  name.toLowerCase(),
  name.toLowerCase().split(" ")[0] ?? "",
];

/**
 * Fills lines whose quantity the file takes from the recommendation, then their consequences: one quantity may affect another's formula.
 */
function takeRecommendations(context: FilledForm, lines: ReadonlySet<number>, nextId: NextId): WorkflowValues {
  const opened = openForm({ ...context, nextId });
  return untilUnchanged(opened, lines.size + 1, (values) => {
    let next = values;
    for (const recommendation of recommendationsIn(context.workflowId).values())
      for (const place of placesOfRecommendation({ ...context, values: next }, recommendation)) {
        if (!place.line || !lines.has(place.line.id)) continue;
        const quantity = quantityAt({ ...context, values: next }, recommendation, place);
        next = setQuantity({ values: next, path: pathOfScope(scopeOfPlace(place)), quantity });
      }
    return next === values ? values : openForm({ ...context, values: next, nextId });
  });
}

/** Prices a file. Reports all of the file's problems at once, each with its place. */
export function priceFile(json: unknown, book: IndexedPriceBook): PriceFileResult {
  const problems: FilePlace[] = [];
  const report = (path: string, text: string): void => {
    problems.push({ path, text });
  };
  const refuse = (): PriceFileResult => ({ priced: null, problems });

  const checkMembers = (object: JsonObject, known: readonly string[], path: string): void => {
    for (const name of Object.keys(object))
      if (!known.includes(name)) {
        const place = path === "" ? name : `${path}.${name}`;
        report(place, `"${name}" is not known here. Nearest: ${nearestNames(name, known).join(", ")}.`);
      }
  };
  const readNumber = (object: JsonObject, name: string, path: string): number => {
    const value = object[name] ?? 0;
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
    report(path === "" ? name : `${path}.${name}`, `${name} must be a number of 0 or more.`);
    return 0;
  };
  const readCopy = (workflow: JsonObject, path: string): number => {
    const copy = workflow.copy ?? FIRST_WORKFLOW_ESTIMATE;
    if (typeof copy === "number" && Number.isInteger(copy) && copy >= FIRST_WORKFLOW_ESTIMATE) return copy;
    report(path, "copy must be a whole number of 1 or more.");
    return FIRST_WORKFLOW_ESTIMATE;
  };
  const readWorkflow = (value: unknown, path: string): WorkflowId | null => {
    const wanted = String(value).trim().toLowerCase();
    const found = WORKFLOWS.find((workflow) => workflow.id > 0 && namesOf(workflow).includes(wanted));
    if (found) return found.id;
    const names = WORKFLOWS.filter(({ id }) => id > 0).map((workflow) => workflow.name);
    const given =
      typeof value === "string" || typeof value === "number" ? `"${value}" is not a workflow` : "workflow is missing";
    report(path, `${given}. Nearest: ${nearestNames(wanted, names).join(", ")}.`);
    return null;
  };

  if (!isObject(json)) {
    report("", "The file must hold an object.");
    return refuse();
  }
  const isList = Array.isArray(json.workflows);
  checkMembers(json, isList ? FILE_MEMBERS : [...FILE_MEMBERS, ...WORKFLOW_MEMBERS], "");
  const given: readonly unknown[] = Array.isArray(json.workflows) ? json.workflows : [json];
  const nextId = temporaryIds();
  const copies = new Set<string>();

  const read = given.map((workflow, index) => {
    const path = isList ? `workflows[${index}]` : "";
    const at = (name: string): string => (path === "" ? name : `${path}.${name}`);
    if (!isObject(workflow)) {
      report(path, "A workflow must be an object.");
      return null;
    }
    if (isList) checkMembers(workflow, WORKFLOW_MEMBERS, path);
    const workflowId = readWorkflow(workflow.workflow, at("workflow"));
    if (workflowId === null) return null;
    const workflowEstimateId = readCopy(workflow, at("copy"));
    const copy = `${workflowId}.${workflowEstimateId}`;
    if (copies.has(copy)) report(at("copy"), "This copy of the workflow stands in the file twice; give each its own.");
    copies.add(copy);
    const found = readValues({ workflowId, json: workflow.values ?? {}, book, nextId, path: at("values") });
    problems.push(...found.problems);
    for (const name of ["discount", "margin"])
      if (found.values[name]) report(`${at("values")}.${name}`, `Give ${name} beside "values", not in it.`);
    return {
      workflowId,
      workflowEstimateId,
      values: found.values,
      recommendedLines: found.recommendedLines,
      discount: percent(readNumber(workflow, "discount", path)),
      margin: percent(readNumber(workflow, "margin", path)),
    };
  });
  const payment = json.payment ?? {};
  if (isObject(payment)) checkMembers(payment, PAYMENT_MEMBERS, "payment");
  else report("payment", "payment must be an object.");
  const terms = isObject(payment) ? payment : {};
  const feePercent = percentToFraction(percent(readNumber(terms, "feePercent", "payment")));
  const downpayment = readNumber(terms, "downpayment", "payment");
  const term = {
    months: readNumber(terms, "months", "payment"),
    ratePercent: readNumber(terms, "ratePercent", "payment"),
  };
  const promotion = readNumber(json, "promotion", "");
  const fee = readNumber(json, "fee", "");
  const workflows = read.filter((each) => each !== null);
  if (problems.length > 0) return refuse();

  const calculated = workflows.map(({ workflowId, values, recommendedLines, ...rest }) => {
    const context = { workflowId, book };
    const complete = takeRecommendations({ ...context, values }, recommendedLines, nextId);
    return { ...rest, context, values: complete, lines: priceWorkflow(context, complete) };
  });
  const totals = estimateTotals(
    calculated.map(({ lines, discount, margin }) => ({
      ...sumLines(lines),
      discountPercent: percentToFraction(discount),
      marginPercent: percentToFraction(margin),
    })),
    { promotion, feePercent, fee },
  );
  return {
    problems: [],
    priced: {
      priceBookVersion: book.version,
      workflows: calculated
        .map((each, index) => describeWorkflow(each, totals.workflows[index]))
        .filter((each) => each !== null),
      totals: { total: totals.total, totalCost: totals.totalCost, margin: totals.margin },
      payment: term.months > 0 ? planPayment({ total: totals.total, downpayment, term }) : null,
      validation: findAmountProblems(totals, { promotion, downpayment }).map(({ member, workflow, text }) => ({
        path: pathOfAmount(member, isList ? workflow : null),
        text,
      })),
    },
  };
}

/** The place of an amount in the file; a single workflow may be the file itself. */
function pathOfAmount(member: AmountProblem["member"], workflow: number | null): string {
  if (member === "downpayment") return "payment.downpayment";
  return workflow === null ? member : `workflows[${workflow}].${member}`;
}

interface CalculatedWorkflow {
  readonly context: { readonly workflowId: WorkflowId; readonly book: IndexedPriceBook };
  readonly workflowEstimateId: number;
  readonly values: WorkflowValues;
  readonly lines: readonly PricedLine[];
  readonly discount: Percent;
  readonly margin: Percent;
}

/** What a form would not save: the fields, and the two percentages of the Discount section (SUM-09). */
function findProblems({ context, values, discount, margin }: CalculatedWorkflow): readonly FilePlace[] {
  const percents = Object.entries({ discount, margin });
  const closing = Object.fromEntries(percents.map(([key, quantity]) => [key, [{ id: 0, value: null, quantity }]]));
  return [
    ...validateWorkflow({ ...context, values, refusesHidden: true }),
    ...validateWorkflow({ ...context, values: closing, keys: percents.map(([key]) => key) }),
  ].map(({ path, text }) => ({ path, text }));
}

function describeWorkflow(calculated: CalculatedWorkflow, summary: WorkflowTotals | undefined): PricedWorkflow | null {
  if (!summary) return null;
  const { context, workflowEstimateId, values, lines } = calculated;
  const { workflowId, book } = context;
  const { items, warnings } = toItems({ lines, book, workflowEstimateId });
  return {
    workflowId,
    workflow: WORKFLOWS.find(({ id }) => id === workflowId)?.name ?? "",
    workflowEstimateId,
    recommendations: explainRecommendations({ ...context, values }),
    items: rebuildItems({
      current: [],
      fieldIds: topLevelFields(workflowId).map(({ id }) => id),
      items,
      workflowEstimateId,
    }),
    summary,
    warnings: warnings.map(({ text }) => text),
    validation: findProblems(calculated),
  };
}

const explainRecommendations = (context: FilledForm): readonly FileRecommendation[] =>
  [...recommendationsIn(context.workflowId).values()].flatMap((recommendation) =>
    placesOfRecommendation(context, recommendation).flatMap((place): readonly FileRecommendation[] => {
      const explanation = explainRecommendation(context, place);
      if (!explanation) return [];
      return [
        {
          path: place.path,
          fieldId: place.field.id,
          use: recommendation.use,
          recommended: explanation.value,
          entered: place.line?.quantity ?? null,
          unit: place.field.unit,
          text: describe(explanation),
          explanation,
        },
      ];
    }),
  );
