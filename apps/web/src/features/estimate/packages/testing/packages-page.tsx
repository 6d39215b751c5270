import {
  sectionRecord,
  workflowRecord,
  calculateEstimate,
  DEFAULT_SETTINGS,
  NO_TERM,
  type Settings,
} from "@ridgebook/contract";
import {
  chosenPackage,
  fieldByKey,
  indexPriceBook,
  priceFile,
  SECTIONS,
  temporaryIds,
  WORKFLOWS,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { type ReactNode } from "react";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import { WorkflowFormProvider } from "#features/estimate/form/form-context.tsx";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { HomeownerPage } from "#features/estimate/homeowner/homeowner-page.tsx";
import { OpenEstimateProvider, type OpenEstimate } from "#features/estimate/open-estimate.tsx";
import { PackageStep } from "#features/estimate/packages/package-step.tsx";
import { savedCopyOf } from "#features/estimate/saved-copy.ts";
import { WhyHost } from "#features/estimate/why/why-host.tsx";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";
import { SessionContext, type Session, type SessionActions } from "#server-client/session-context.tsx";
import { mountPage } from "#testing/mount-page.tsx";

/*
 * The page for browser tests of packages and the homeowner view: one sample house with the starter price book. Records saves instead of
 * making them.
 */

const book = indexPriceBook(starterPriceBook);
const SUMMARY = {
  discountableItemTotal: 0,
  nonDiscountableItemTotal: 0,
  totalCost: 0,
  fee: 0,
  promotion: 0,
  totalWithMargin: 0,
  lastCompleteSectionId: null,
  optionalSectionIds: [],
};

interface Given {
  readonly page: "packages" | "homeowner";
  readonly workflowId: number;
  /** The contents of a sample house's file; if omitted, an estimate without items. */
  readonly house?: unknown;
  readonly compared?: readonly string[];
  readonly isSaveRefused?: boolean;
}

function buildEstimate({ workflowId, house, compared = [] }: Given): LocalEstimate {
  const items =
    house === undefined ? [] : (priceFile(house, book).priced?.workflows.flatMap((each) => each.items) ?? []);
  const choice = fieldByKey(
    workflowId,
    workflowId === 1 ? "package" : workflowId === 2 ? "sidingPackage" : "windowPackage",
  );
  const optionOf = (name: string) =>
    choice && book.entryOf(choice).entry.options.find(({ value }) => value === name)?.id;
  const copy = { workflowId, workflowEstimateId: 1 };
  const estimate = {
    id: 1,
    leadId: 1,
    name: "Estimate",
    workflowIds: [workflowId],
    duplicateWorkflows: [],
    items,
    comparisons: compared.map((name) => ({ ...copy, fieldOptionId: optionOf(name), items: [] })),
    workflowSummaries: { [String(workflowId)]: { ...SUMMARY, ...copy, discountPercent: 0.05, marginPercent: 0.08 } },
    paymentOption: 0,
    promotion: 250,
    downpayment: 0,
    term: NO_TERM,
    priceBookVersion: 1,
  } as unknown as LocalEstimate;
  return { ...estimate, ...calculateEstimate(estimate) };
}

const settings: Settings = {
  ...DEFAULT_SETTINGS,
  showPaymentOptions: true,
  companyName: "North Gable Exteriors",
  contractFinancingApr: 9.99,
  smtpPasswordIsSet: false,
  contractPackageLabel1: "Good",
  contractPackageLabel2: "Better",
  contractPackageLabel3: "Best",
};

const workflows = WORKFLOWS.map(({ id, name }) => ({
  id,
  ...workflowRecord.empty,
  title: name,
  sections: SECTIONS.filter(({ workflowId }) => workflowId === id).map((section) => ({
    ...sectionRecord.empty,
    ...section,
    title: section.name,
  })),
}));

const session = { companyId: 1, companyName: "North Gable", settings } as unknown as Session & SessionActions;

let estimate: LocalEstimate;
let form: WorkflowForm;
let goElsewhere: () => void;

function mount(given: Given): void {
  estimate = buildEstimate(given);
  const copy = { workflowId: given.workflowId, workflowEstimateId: 1 };
  form = createWorkflowForm({ copy, book, nextId: temporaryIds(), saved: savedCopyOf(estimate, copy) });
  const open = {
    estimate,
    workflows,
    settings,
    lead: {
      firstName: "Karen",
      lastName: "Whitfield",
      street: "1847 Maple Ridge Dr",
      city: "Portage",
      state: "MI",
      zipCode: "",
    },
    book: { version: 1, entries: starterPriceBook.entries, indexed: book, isComplete: true },
    openForm: () => Promise.resolve(form),
  } as unknown as OpenEstimate;
  const localData = {
    estimates: {
      save: (_id: number, edit: unknown) => {
        packagesPage.saved.push(edit);
        return Promise.resolve({ outcome: given.isSaveRefused ? "refused" : "synced", id: 1 });
      },
    },
  } as unknown as LocalData;
  const around = ({ children }: { children: ReactNode }) => (
    <SessionContext value={session}>
      <LocalDataProvider localData={localData}>
        <OpenEstimateProvider open={open}>{children}</OpenEstimateProvider>
      </LocalDataProvider>
    </SessionContext>
  );
  const root = createRootRoute({ component: () => around({ children: <Outlet /> }) });
  const pages = [
    createRoute({
      getParentRoute: () => root,
      path: "/packages",
      component: () => (
        <main style={{ padding: 24, background: "var(--rb-surface)" }}>
          <h1 className="rb-heading">Package</h1>
          <WorkflowFormProvider form={form}>
            <WhyHost>
              <PackageStep />
            </WhyHost>
          </WorkflowFormProvider>
        </main>
      ),
    }),
    createRoute({ getParentRoute: () => root, path: "/homeowner", component: HomeownerPage }),
    createRoute({ getParentRoute: () => root, path: "/$", component: () => <main>Elsewhere</main> }),
  ];
  const router = createRouter({
    routeTree: root.addChildren(pages),
    history: createMemoryHistory({ initialEntries: [`/${given.page}`] }),
  });
  goElsewhere = () => {
    router.history.push("/elsewhere");
  };
  mountPage(<RouterProvider router={router as never} />);
}

export const packagesPage = {
  mount,
  /** Navigates like a link or the browser. */
  goElsewhere: () => {
    goElsewhere();
  },
  saved: [] as unknown[],
  /** Internal texts: the company's amounts of the estimate and of each line. */
  secrets: (): number[] => {
    const { totals } = estimate;
    const lines = [...form.getSnapshot().lineById.values()];
    return [
      ...totals.workflows.flatMap((each) => [each.totalCost, each.margin, each.total, each.itemTotal, each.discount]),
      totals.totalCost,
      totals.margin,
      ...lines.flatMap((line) => [line.totals.totalCost, line.totals.materialCost, line.totals.laborCost]),
    ];
  },
  chosen: () => chosenPackage(form.copy.workflowId, form.getSnapshot().values),
  validate: () => form.validate(),
};
