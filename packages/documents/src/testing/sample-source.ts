import { readFileSync } from "node:fs";
import path from "node:path";
import {
  calculateEstimate,
  copiesOf,
  DEFAULT_SETTINGS,
  EMPTY_ESTIMATE,
  emptySummary,
  summaryKey,
  type EstimateCopy,
  type EstimateMembers,
  type Settings,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import { indexPriceBook, priceFile, WORKFLOWS, type EstimateItem } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { buildLead } from "@ridgebook/testing";
import type { DocumentSource, EstimateOfDocument } from "#model/document-source.ts";

/* Documents in tests are made from the sample houses, whose quantities and amounts were calculated by hand. */

const HOUSES = path.join(import.meta.dirname, "../../../estimating/houses");

export const SAMPLE_HOUSES = [
  "roofing-colonial",
  "roofing-tudor",
  "siding-colonial",
  "siding-ranch",
  "windows-ranch",
  "windows-victorian",
  "gutters-cape",
  "gutters-colonial",
  "repairs-cape",
  "repairs-valley",
  "insulation-cape",
  "trim-cape",
  "trim-porch",
] as const;
export type SampleHouse = (typeof SAMPLE_HOUSES)[number];

export const sampleBook = indexPriceBook(starterPriceBook);

const houseFile = (house: SampleHouse): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(HOUSES, `${house}.json`), "utf8")) as Record<string, unknown>;

const IDS_OF_A_HOUSE = 10_000;

const shifted = (items: readonly EstimateItem[], by: number): StoredEstimateItem[] =>
  items.map((item) => ({
    ...item,
    id: item.id - by,
    parentItemId: item.parentItemId === null ? null : item.parentItemId - by,
  })) as StoredEstimateItem[];

export interface Decided {
  readonly discountPercent?: number;
  readonly marginPercent?: number;
}

/**
 * An estimate of some sample houses, calculated like the app does. A second house of a workflow is its second copy.
 *
 * @param decided discount and margin of every copy, as fractions
 */
export function sampleEstimate(
  houses: readonly SampleHouse[],
  members: Partial<EstimateMembers> = {},
  decided: Decided = {},
): EstimateOfDocument {
  const workflowIds: number[] = [];
  const duplicateWorkflows: EstimateMembers["duplicateWorkflows"] = [];
  const items = houses.flatMap((house, index) => {
    const { priced, problems } = priceFile(houseFile(house), sampleBook);
    if (!priced) throw new Error(problems.map(({ text }) => text).join("\n"));
    return priced.workflows.flatMap(({ workflowId, items: own }) => {
      const isCopy = workflowIds.includes(workflowId);
      const workflowEstimateId = isCopy
        ? 2 + duplicateWorkflows.filter((each) => each.workflowId === workflowId).length
        : 1;
      if (isCopy) duplicateWorkflows.push({ workflowId, workflowEstimateId, name: "" });
      else workflowIds.push(workflowId);
      return shifted(own, index * IDS_OF_A_HOUSE).map((item) => ({ ...item, workflowEstimateId }));
    });
  });
  const estimate = {
    ...EMPTY_ESTIMATE,
    name: "Sample",
    workflowIds: workflowIds as EstimateMembers["workflowIds"],
    duplicateWorkflows,
    priceBookVersion: sampleBook.version,
    ...members,
    id: 7,
    items,
    comparisons: [],
    createdTime: "2026-05-12T15:00:00.000Z",
    modifiedTime: "2026-05-13T15:00:00.000Z",
  };
  const workflowSummaries = Object.fromEntries(
    copiesOf(estimate).map((copy) => [summaryKey(copy), { ...emptySummary(copy), ...decided }]),
  );
  const { totals: _totals, ...calculated } = calculateEstimate({ ...estimate, workflowSummaries });
  return { ...estimate, ...calculated };
}

/** Where a document is made: North Gable's office, the evening of May 14, 2026, in Michigan. */
export function sampleSource(
  estimate: EstimateOfDocument,
  { settings = {}, ...rest }: Partial<Omit<DocumentSource, "settings">> & { settings?: Partial<Settings> } = {},
): DocumentSource {
  return {
    lead: buildLead(),
    estimate,
    settings: {
      ...DEFAULT_SETTINGS,
      timeZone: "America/New_York",
      companyName: "North Gable Exteriors",
      companyWebsiteUrl: "https://northgable.test",
      addressStreet: "2250 Centre Ave, Suite 4",
      addressCity: "Portage",
      addressState: "MI",
      addressPostalCode: "49024",
      phoneNumber: "+12695550142",
      license: "2101-555012",
      salespersonTitle: "Exterior consultant",
      smtpPasswordIsSet: false,
      ...settings,
    },
    workflows: WORKFLOWS.map(({ id, name }, order) => ({ id, name, order })),
    book: sampleBook,
    salesperson: {
      firstName: "Dana",
      lastName: "Mercer",
      email: "sales@demo.test",
      phoneNumber: "+12695550155",
    },
    number: "2026-0514-K7QD",
    now: new Date("2026-05-15T01:30:00.000Z"),
    ...rest,
  };
}

/** All copies of an estimate, as `choices.copies` names them. */
export const allCopies = (estimate: EstimateOfDocument): EstimateCopy[] => copiesOf(estimate);
