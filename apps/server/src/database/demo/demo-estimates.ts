import {
  estimateInput,
  NO_TERM,
  type EstimateInput,
  type EstimateMembers,
  type EstimatePart,
  type LeadId,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import {
  choosePackage,
  comparisonOf,
  FIELDS,
  fieldByKey,
  findField,
  fromItems,
  indexPriceBook,
  packageFields,
  PAYMENT_OPTIONS,
  priceFile,
  priceWorkflow,
  rebuildItems,
  refreshComparison,
  SECTIONS,
  selectComparison,
  temporaryIds,
  toItems,
  type EstimateItem,
  type IndexedPriceBook,
  type PricedFile,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { DEMO_REDUCED_RATE, DEMO_ZERO_INTEREST } from "./demo-accounts.ts";
import { WHITFIELD_GUTTERS, WHITFIELD_ROOF, WHITFIELD_WINDOWS } from "./demo-houses.ts";

type PricedWorkflow = PricedFile["workflows"][number];

/** A demo estimate: houses as price files, and decisions for the whole estimate. */
interface DemoEstimate extends Partial<EstimateMembers> {
  readonly name: string;
  readonly workflows: readonly {
    readonly house: { readonly workflow: string; readonly values: Readonly<Record<string, unknown>> };
    readonly discountPercent?: number;
    /** How many steps are done; default: all. */
    readonly stepsDone?: number;
    /** Option numbers of the packages to compare; the house's own one is chosen. */
    readonly compares?: readonly number[];
  }[];
}

/** Newest first, as the app lists them. */
const WHITFIELD_ESTIMATES: readonly DemoEstimate[] = [
  {
    name: "Gutters only",
    workflows: [{ house: WHITFIELD_GUTTERS }],
    paymentOption: PAYMENT_OPTIONS.zeroInterest,
    term: { ...NO_TERM, months: DEMO_ZERO_INTEREST.months, feePercent: DEMO_ZERO_INTEREST.feePercent, offerId: "12" },
  },
  {
    name: "Windows and patio door",
    workflows: [{ house: WHITFIELD_WINDOWS, discountPercent: 0.05 }],
    downpayment: 1_500,
  },
  {
    name: "Roof, windows and gutters",
    workflows: [
      { house: WHITFIELD_ROOF, discountPercent: 0.05, compares: [1, 2, 3] },
      { house: WHITFIELD_WINDOWS, discountPercent: 0.05 },
      { house: WHITFIELD_GUTTERS, stepsDone: 2 },
    ],
    promotion: 500,
    downpayment: 5_000,
    paymentOption: PAYMENT_OPTIONS.reducedRate,
    term: {
      ...NO_TERM,
      months: DEMO_REDUCED_RATE.months,
      ratePercent: DEMO_REDUCED_RATE.ratePercent,
      feePercent: DEMO_REDUCED_RATE.feePercent,
      offerId: "120",
    },
  },
];

/** Earlier sales: the roof, and its gutters as a change order. */
const HARTWELL_ESTIMATE: DemoEstimate = {
  name: "Roof and gutters",
  workflows: [{ house: WHITFIELD_ROOF }, { house: WHITFIELD_GUTTERS }],
  downpayment: 4_000,
};

/** Workflow keys of the sold lead's contract and change order. */
export const SOLD_WORK = { contract: ["1"], changeOrder: ["4"] } as const;

const topFieldId = (fieldId: string): string => findField(fieldId)?.ancestors[0] ?? fieldId;

/** Prices each package as chosen, so that each has the lines that the form would have stored. */
function compare(
  { workflowId, workflowEstimateId, items }: PricedWorkflow,
  { numbers, book, nextId }: { numbers: readonly number[]; book: IndexedPriceBook; nextId: () => number },
): { items: readonly EstimateItem[]; comparisons: EstimatePart["comparisons"] } {
  const copy = { workflowId, workflowEstimateId };
  const choice = fieldByKey(workflowId, packageFields(workflowId)?.choice ?? "");
  if (!choice) throw new Error("This workflow has no packages.");
  const optionIds = numbers.map((number) => `${choice.id}.${String(number)}`);
  const own = items.find(({ fieldId }) => fieldId === choice.id)?.fieldOptionId ?? optionIds[0] ?? "";
  let values = fromItems({ ...copy, items });
  let comparisons = selectComparison({ comparisons: [], copy, optionIds });
  for (const optionId of [...optionIds.filter((id) => id !== own), own])
    ({ values, comparisons } = choosePackage({ copy, values, comparisons, optionId, book, nextId }));
  const refreshed = comparisonOf(refreshComparison({ copy, values, comparisons, book }), copy);
  const lines = priceWorkflow({ workflowId, book }, values);
  return {
    items: rebuildItems({
      current: [],
      fieldIds: FIELDS.flatMap((field) => (field.workflowId === workflowId ? [field.id] : [])),
      items: toItems({ lines, book, workflowEstimateId }).items,
      keepsOrder: true,
    }),
    comparisons: refreshed.map(({ fieldOptionId, items: compared }) => ({
      fieldOptionId: fieldOptionId as `${number}.${number}.${number}`,
      items: compared as StoredEstimateItem[],
    })),
  };
}

function writePart(
  workflow: PricedWorkflow,
  { discountPercent = 0, stepsDone = Infinity, compares }: DemoEstimate["workflows"][number],
  { book, nextId }: { book: IndexedPriceBook; nextId: () => number },
): EstimatePart {
  const { workflowId, workflowEstimateId } = workflow;
  const { items, comparisons } = compares
    ? compare(workflow, { numbers: compares, book, nextId })
    : { items: workflow.items, comparisons: [] };
  const steps = SECTIONS.filter(
    (section) => section.workflowId === workflowId && section.order > 0 && !section.optional,
  );
  return {
    workflowId,
    workflowEstimateId,
    fieldIds: [...new Set(items.map(({ fieldId }) => topFieldId(fieldId)))] as NonNullable<EstimatePart["fieldIds"]>,
    items: items as StoredEstimateItem[],
    comparisons,
    discountPercent,
    lastCompleteSectionId: steps[Math.min(stepsDone, steps.length) - 1]?.id ?? null,
  };
}

/** Makes line ids unique within an estimate: each house's ids follow the previous house's. */
function shiftIds(workflow: PricedWorkflow, by: number): PricedWorkflow {
  return {
    ...workflow,
    items: workflow.items.map((item) => ({
      ...item,
      id: item.id - by,
      parentItemId: item.parentItemId === null ? null : item.parentItemId - by,
    })),
  };
}

const IDS_OF_A_HOUSE = 10_000;

export const writeDemoEstimates = (leadId: LeadId): EstimateInput[] =>
  WHITFIELD_ESTIMATES.map((estimate) => writeEstimate(estimate, leadId));

export const writeSoldEstimate = (leadId: LeadId): EstimateInput => writeEstimate(HARTWELL_ESTIMATE, leadId);

function writeEstimate({ workflows, ...members }: DemoEstimate, leadId: LeadId): EstimateInput {
  const book = indexPriceBook(starterPriceBook);
  const nextId = temporaryIds({ below: -IDS_OF_A_HOUSE * (workflows.length + 1) });
  const parts = workflows.flatMap((each, index) => {
    const { priced, problems } = priceFile(each.house, book);
    if (!priced) throw new Error(problems.map(({ path, text }) => `${path}: ${text}`).join("\n"));
    return priced.workflows.map((workflow) =>
      writePart(shiftIds(workflow, index * IDS_OF_A_HOUSE), each, { book, nextId }),
    );
  });
  const workflowIds = parts.map(({ workflowId }) => workflowId);
  return estimateInput.parse({ ...members, leadId, workflowIds, parts });
}
