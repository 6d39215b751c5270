import {
  sectionRecord,
  workflowRecord,
  calculateEstimate,
  DEFAULT_SETTINGS,
  emptySummary,
  NO_TERM,
  summaryKey,
  type Settings,
} from "@ridgebook/contract";
import { indexPriceBook, priceFile, SECTIONS, WORKFLOWS } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { OpenEstimateProvider, type OpenEstimate } from "#features/estimate/open-estimate.tsx";
import { estimateFigures } from "#features/estimate/summary/estimate-figures.ts";
import { ItemList } from "#features/estimate/summary/item-list.tsx";
import { PaymentPanel } from "#features/estimate/summary/payment-panel.tsx";
import { WorkflowCards } from "#features/estimate/summary/workflow-cards.tsx";
import { WorkflowTable } from "#features/estimate/summary/workflow-table.tsx";
import { WhyHost } from "#features/estimate/why/why-host.tsx";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { SessionContext, type Session, type SessionActions } from "#server-client/session-context.tsx";
import { mountPage } from "#testing/mount-page.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";

/*
 * The page for browser tests of an estimate's figures: sample houses as one estimate with a loan, a promotion and a mark-up on all but the
 * first, with the parts of its summary that have numbers. Records saves instead of making them.
 */

const book = indexPriceBook(starterPriceBook);
const TERM = { ...NO_TERM, months: 120, ratePercent: 9.99, feePercent: 4 };

const workflows: readonly LocalWorkflow[] = WORKFLOWS.map(({ id, name }) => ({
  id,
  ...workflowRecord.empty,
  title: name,
  sections: SECTIONS.filter(({ workflowId }) => workflowId === id).map((section) => ({
    ...sectionRecord.empty,
    ...section,
    title: section.name,
  })),
}));

const settings: Settings = {
  ...DEFAULT_SETTINGS,
  showPaymentOptions: true,
  contractFinancingApr: 9.99,
  smtpPasswordIsSet: false,
};

function buildEstimate(houses: readonly unknown[]): LocalEstimate {
  const priced = houses.flatMap((house) => priceFile(house, book).priced?.workflows ?? []);
  let id = 0;
  const items = priced.flatMap(({ items: own }) => {
    const ids = new Map(own.map((item) => [item.id, (id += 1)]));
    return own.map((item) => ({
      ...item,
      id: ids.get(item.id) ?? 0,
      parentItemId: item.parentItemId === null ? null : (ids.get(item.parentItemId) ?? 0),
    }));
  });
  const copies = priced.map(({ workflowId }) => ({ workflowId, workflowEstimateId: 1 }));
  const estimate = {
    id: 1,
    leadId: 1,
    name: "Estimate",
    duplicateWorkflows: [],
    items,
    comparisons: [],
    documents: [],
    workflowIds: copies.map(({ workflowId }) => workflowId),
    workflowSummaries: Object.fromEntries(
      copies.map((copy, index) => [
        summaryKey(copy),
        { ...emptySummary(copy), discountPercent: 0.05, marginPercent: index === 0 ? 0 : 0.1 },
      ]),
    ),
    paymentOption: 2,
    promotion: 250,
    downpayment: 1_000,
    term: TERM,
    priceBookVersion: 1,
  } as unknown as LocalEstimate;
  return { ...estimate, ...calculateEstimate(estimate) };
}

function Page({ estimate }: { estimate: LocalEstimate }) {
  const figures = estimateFigures(estimate, workflows);
  const List = useIsPhone() ? WorkflowCards : WorkflowTable;
  const [row] = figures.rows;
  return (
    <main style={{ display: "grid", gap: 24, padding: 16 }} data-ground="canvas">
      <h1 className="rb-heading">Estimate</h1>
      <List figures={figures} />
      <PaymentPanel figures={figures} />
      {row && <ItemList row={row} />}
    </main>
  );
}

function mount(houses: readonly unknown[]): void {
  const estimate = buildEstimate(houses);
  const open = {
    estimate,
    workflows,
    settings,
    lead: undefined,
    book: { version: 1, entries: starterPriceBook.entries, indexed: book, isComplete: true },
  } as unknown as OpenEstimate;
  const localData = {
    estimates: {
      save: (_id: number, edit: unknown) => {
        summaryPage.saved.push(edit);
        return Promise.resolve({ outcome: "synced", id: 1 });
      },
    },
  } as unknown as LocalData;
  const session = { companyId: 1, companyName: "North Gable", settings } as unknown as Session & SessionActions;
  const root = createRootRoute({
    component: () => (
      <SessionContext value={session}>
        <LocalDataProvider localData={localData}>
          <OpenEstimateProvider open={open}>
            <WhyHost>
              <Page estimate={estimate} />
            </WhyHost>
          </OpenEstimateProvider>
        </LocalDataProvider>
      </SessionContext>
    ),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ["/"] }) });
  mountPage(<RouterProvider router={router as never} />);
}

export const summaryPage = { mount, saved: [] as unknown[] };
