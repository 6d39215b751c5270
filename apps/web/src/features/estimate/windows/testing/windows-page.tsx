import {
  sectionRecord,
  workflowRecord,
  calculateEstimate,
  DEFAULT_SETTINGS,
  emptySummary,
  EMPTY_ESTIMATE,
  mapItemIds,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import { rebuildItems, SECTIONS, temporaryIds, WORKFLOWS } from "@ridgebook/estimating";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { useMemo, useSyncExternalStore } from "react";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { OpenEstimateProvider, type OpenEstimate } from "#features/estimate/open-estimate.tsx";
import { savedCopyOf } from "#features/estimate/saved-copy.ts";
import { QuickWindowPage } from "#features/estimate/windows/quick-window-page.tsx";
import { QuickWindowsPage } from "#features/estimate/windows/quick-windows-page.tsx";
import {
  addWindow,
  openWindows,
  starterBook,
  type WindowEntries,
} from "#features/estimate/windows/testing/open-windows.ts";
import { WindowDetailsPage } from "#features/estimate/windows/window-details-page.tsx";
import { WhyHost } from "#features/estimate/why/why-host.tsx";
import type { EstimateStore, LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { SessionContext, type Session, type SessionActions } from "#server-client/session-context.tsx";
import { mountPage } from "#testing/mount-page.tsx";
import { DialogHost } from "#ui/dialogs/dialog-host.tsx";
import { NoticeHost } from "#ui/notices/notice-host.tsx";

/*
 * The page for browser tests of the windows: their real routes and forms over an estimate in memory, whose server assigns ids to new lines
 * shortly after a save.
 */

const ESTIMATE_ID = 12;
const COPY = { workflowId: 3, workflowEstimateId: 1 } as const;

const workflows: readonly LocalWorkflow[] = WORKFLOWS.map(({ id, name }): LocalWorkflow => ({
  id,
  ...workflowRecord.empty,
  title: name,
  sections: SECTIONS.filter(({ workflowId }) => workflowId === id).map((section): LocalSection => ({
    ...sectionRecord.empty,
    id: section.id,
    workflowId: id,
    order: section.order,
    optional: section.optional,
    name: section.name,
    component: section.component,
    title: section.name,
  })),
}));

const calculated = (estimate: LocalEstimate): LocalEstimate => ({ ...estimate, ...calculateEstimate(estimate) });

/** The items of windows with server ids from 101. */
function itemsOf(windows: readonly WindowEntries[]): StoredEstimateItem[] {
  const form = openWindows();
  for (const entries of windows) addWindow(form, entries);
  const items = form.partToSave(["window"])?.items ?? [];
  return mapItemIds(items, new Map(items.map(({ id }, index) => [id, 101 + index])));
}

class EstimateInMemory {
  estimate: LocalEstimate;
  readonly newIds = new Map<number, number>();
  #lastId = 100_000;
  readonly #listeners = new Set<() => void>();

  constructor(windows: readonly WindowEntries[]) {
    this.estimate = calculated({
      ...EMPTY_ESTIMATE,
      id: ESTIMATE_ID,
      leadId: 7,
      name: "Roof, windows & gutters",
      revision: 1,
      workflowIds: [3],
      items: itemsOf(windows),
      comparisons: [],
      documents: [],
      workflowSummaries: { "3": { ...emptySummary(COPY), lastCompleteSectionId: 301 } },
      createdTime: "2026-05-12T12:00:00Z",
      modifiedTime: "2026-05-12T12:00:00Z",
    } as unknown as LocalEstimate);
  }

  readonly read = (): LocalEstimate => this.estimate;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(changed: Partial<LocalEstimate>): void {
    this.estimate = calculated({ ...this.estimate, ...changed });
    for (const listener of this.#listeners) listener();
  }

  readonly save: EstimateStore["save"] = async (id, { parts = [] }) => {
    let { items, workflowSummaries } = this.estimate;
    for (const { fieldIds = [], items: saved = [], lastCompleteSectionId } of parts) {
      items = [
        ...rebuildItems({ current: items, fieldIds, items: saved, workflowEstimateId: 1, keepsOrder: true }),
      ] as typeof items;
      const summary = workflowSummaries["3"];
      if (summary && lastCompleteSectionId !== undefined)
        workflowSummaries = { ...workflowSummaries, "3": { ...summary, lastCompleteSectionId } };
    }
    this.#set({ items, workflowSummaries });
    setTimeout(() => {
      for (const item of this.estimate.items)
        if (item.id < 0 && !this.newIds.has(item.id)) this.newIds.set(item.id, (this.#lastId += 1));
      this.#set({ items: mapItemIds(this.estimate.items, this.newIds) });
    }, 150);
    return { outcome: "synced", id };
  };
}

const failures: unknown[] = [];
const session = {
  user: undefined,
  profile: undefined,
  companyId: 1,
  companyName: "Demo",
  settings: undefined,
  productName: "Ridgebook",
  timeZone: "America/Chicago",
  isOnline: true,
  reportFailure: (error: unknown) => {
    failures.push(error);
    return Promise.resolve();
  },
} as unknown as Session & SessionActions;

/** @param path relative to the estimate's path: "windows/2/0/0" */
function mount({ windows, path }: { windows: readonly WindowEntries[]; path: string }): void {
  const memory = new EstimateInMemory(windows);
  const itemIdsOf = (ids: readonly number[]) =>
    Promise.resolve(new Map([...memory.newIds].filter(([id]) => ids.includes(id))));
  const localData = {
    estimates: {
      save: memory.save,
      itemIdsOf,
      drafts: {
        save: () => Promise.resolve(),
        read: () => Promise.resolve(undefined),
        drop: () => Promise.resolve(),
      },
    },
    resolveId: ({ id }: { id: number }) => Promise.resolve(id),
  } as unknown as LocalData;
  const form = createWorkflowForm({
    copy: COPY,
    book: starterBook,
    nextId: temporaryIds(),
    saved: savedCopyOf(memory.estimate, COPY),
    draft: undefined,
  });
  memory.subscribe(() => form.receive(savedCopyOf(memory.estimate, COPY), memory.newIds));
  const opened = Promise.resolve(form);
  const openForm: OpenEstimate["openForm"] = () => opened;

  function EstimateRoot() {
    const estimate = useSyncExternalStore(memory.subscribe, memory.read);
    const open = useMemo(
      (): OpenEstimate => ({
        estimate,
        lead: undefined,
        book: {
          version: 0,
          entries: [],
          entryById: new Map(),
          indexed: starterBook,
          isComplete: true,
        },
        workflows,
        settings: { ...DEFAULT_SETTINGS, smtpPasswordIsSet: false },
        openForm,
      }),
      [estimate],
    );
    return (
      <OpenEstimateProvider open={open}>
        <main
          style={{ minHeight: "calc(100dvh - 56px)", marginTop: 56, "--rb-top-bar": "56px" } as React.CSSProperties}
        >
          <WhyHost>
            <Outlet />
          </WhyHost>
        </main>
        <NoticeHost />
        <DialogHost />
      </OpenEstimateProvider>
    );
  }
  const rootRoute = createRootRoute({ component: EstimateRoot });
  const child = (below: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => rootRoute, path: `/estimator/estimate/$id${below}`, component });
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      child("", () => <h1>Estimate summary</h1>),
      child("/windows/$step", () => <h1>Another step</h1>),
      child("/windows/2/$estimateItemId/$sourceEstimateItemId", WindowDetailsPage),
      child("/quick_estimate_windows", QuickWindowsPage),
      child("/quick_estimate_by_window/$windowId", QuickWindowPage),
    ]),
    history: createMemoryHistory({ initialEntries: [`/estimator/estimate/${String(ESTIMATE_ID)}/${path}`] }),
  });
  windowsPage.form = form;
  windowsPage.items = () => memory.estimate.items;
  windowsPage.path = () => router.state.location.pathname.replace(`/estimator/estimate/${String(ESTIMATE_ID)}`, "");
  mountPage(
    <SessionContext value={session}>
      <LocalDataProvider localData={localData}>
        <RouterProvider router={router as never} />
      </LocalDataProvider>
    </SessionContext>,
  );
}

export const windowsPage = {
  form: undefined as WorkflowForm | undefined,
  items: (): readonly StoredEstimateItem[] => [],
  path: (): string => "",
  failures,
  mount,
};
