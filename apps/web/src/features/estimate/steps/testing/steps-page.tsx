import {
  sectionRecord,
  workflowRecord,
  bodyToSlices,
  calculateEstimate,
  DEFAULT_SETTINGS,
  emptySummary,
  EMPTY_ESTIMATE,
  Problem,
  SECTION_PAIR_ID,
  SECTION_PAIRS,
  summaryKey,
  UNORDERED_SECTION,
  type BodyWithParts,
  type EstimateCopy,
  type FieldErrors,
  type WorkflowSummary,
} from "@ridgebook/contract";
import {
  childFields,
  indexPriceBook,
  rebuildItems,
  SECTIONS,
  temporaryIds,
  WORKFLOWS,
  type FieldPlace,
  type WorkflowId,
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
import { useMemo, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import type { FormDraft, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { OpenEstimateProvider, type OpenEstimate } from "#features/estimate/open-estimate.tsx";
import { savedCopyOf } from "#features/estimate/saved-copy.ts";
import { pathBelow } from "#features/estimate/rows/field-place.ts";
import { lineIdsOf } from "#features/estimate/rows/list-of-rows.ts";
import { QuickEstimatePage } from "#features/estimate/steps/quick-estimate-page.tsx";
import { propertiesOfSection } from "#features/estimate/steps/section-fields.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { StepPage } from "#features/estimate/steps/step-page.tsx";
import { WhyHost } from "#features/estimate/why/why-host.tsx";
import type { EstimateStore, LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";
import type { SaveResult } from "#local-data/outbox/outbox.ts";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { SessionContext, type Session, type SessionActions } from "#server-client/session-context.tsx";
import { mountPage } from "#testing/mount-page.tsx";
import { DialogHost } from "#ui/dialogs/dialog-host.tsx";
import { NoticeHost } from "#ui/notices/notice-host.tsx";

/*
 * The page for browser tests of the steps: their real routes, forms and bars, over an estimate in memory. Storing and sending are tested
 * elsewhere.
 */

const ESTIMATE_ID = 12;
const starterBook = indexPriceBook(starterPriceBook);

const workflows: readonly LocalWorkflow[] = WORKFLOWS.map(({ id, name }): LocalWorkflow => {
  const own = SECTIONS.filter(({ workflowId }) => workflowId === id).map((section): LocalSection => ({
    ...sectionRecord.empty,
    id: section.id,
    workflowId: id,
    order: section.order,
    optional: section.optional,
    name: section.name,
    component: section.component,
    title: section.name,
  }));
  const pairs = SECTION_PAIRS.filter(({ workflowId }) => workflowId === id).map(({ description }): LocalSection => ({
    id: SECTION_PAIR_ID,
    workflowId: id,
    order: UNORDERED_SECTION,
    enabled: true,
    optional: true,
    name: "",
    description,
    component: "",
    title: description,
  }));
  return { id, ...workflowRecord.empty, title: name, sections: [...own, ...pairs] };
});

const calculated = (estimate: LocalEstimate): LocalEstimate => ({ ...estimate, ...calculateEstimate(estimate) });

/** The estimate on the device; saves are immediate, with the reply that the test sets. */
class EstimateInMemory {
  estimate: LocalEstimate;
  readonly drafts = new Map<string, { values: Record<string, unknown>; savedTime: number }>();
  readonly saves: unknown[] = [];
  answer: (id: number) => SaveResult = (id) => ({ outcome: "synced", id });
  /** The refused change: the last save with its parts as sent. */
  refused: Pick<PendingChange, "problem" | "fields"> | undefined;
  /** What the pages show; may lag behind. */
  #shown: LocalEstimate;
  #isBehind = false;
  readonly #listeners = new Set<() => void>();

  constructor({
    workflowId,
    summary,
    copies,
  }: {
    workflowId: WorkflowId;
    summary: Partial<WorkflowSummary>;
    copies: number;
  }) {
    const all = Array.from({ length: copies }, (_, index): EstimateCopy => ({
      workflowId,
      workflowEstimateId: index + 1,
    }));
    this.estimate = calculated({
      ...EMPTY_ESTIMATE,
      id: ESTIMATE_ID,
      leadId: 7,
      name: "Roof, windows & gutters",
      revision: 1,
      items: [],
      comparisons: [],
      documents: [],
      workflowIds: [workflowId],
      duplicateWorkflows: all.slice(1).map((copy) => ({ ...copy, name: "" })),
      workflowSummaries: Object.fromEntries(
        all.map((copy) => [summaryKey(copy), { ...emptySummary(copy), ...summary }]),
      ),
      createdTime: "2026-05-12T12:00:00Z",
      modifiedTime: "2026-05-12T12:00:00Z",
    } as unknown as LocalEstimate);
    this.#shown = this.estimate;
  }

  readonly read = (): LocalEstimate => this.#shown;
  /** Like a busy device: pages see later saves only after `follow`. */
  fallBehind(): void {
    this.#isBehind = true;
  }
  follow(): void {
    this.#isBehind = false;
    this.#tell();
  }
  #tell(): void {
    if (this.#isBehind) return;
    this.#shown = this.estimate;
    for (const listener of this.#listeners) listener();
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly save: EstimateStore["save"] = async (id, { parts = [] }, { takesBackRefusal }) => {
    this.saves.push(parts);
    const result = this.answer(id);
    if (result.outcome === "refused" && takesBackRefusal) return result;
    let { items, workflowSummaries } = this.estimate;
    for (const part of parts) {
      const { workflowId, workflowEstimateId, fieldIds = [], items: saved = [] } = part;
      const key = summaryKey({ workflowId, workflowEstimateId });
      items = [...rebuildItems({ current: items, fieldIds, items: saved, workflowEstimateId })] as typeof items;
      const former = workflowSummaries[key];
      if (former)
        workflowSummaries = {
          ...workflowSummaries,
          [key]: {
            ...former,
            ...(part.lastCompleteSectionId !== undefined && { lastCompleteSectionId: part.lastCompleteSectionId }),
            ...(part.optionalSectionIds && { optionalSectionIds: part.optionalSectionIds }),
          },
        };
    }
    this.estimate = calculated({ ...this.estimate, items, workflowSummaries });
    this.#settle(result.outcome === "refused" ? result.problem : undefined);
    return result;
  };

  /** The server's reply to the last save, once it is known. */
  #settle(problem: Problem | undefined): void {
    const parts = (this.saves.at(-1) ?? []) as BodyWithParts["parts"];
    const fields = Object.entries(bodyToSlices({ parts })).map(([field, value]) => ({ field, former: null, value }));
    this.refused = problem && { problem: problem.toReply(), fields };
    this.estimate = { ...this.estimate, sync: problem ? "failed" : "synced" };
    this.#tell();
  }

  /** Refuses the next saves, or, with a late reply, the last one. */
  refuse(errors: FieldErrors, { isLate = false } = {}): void {
    const problem = new Problem("validation", { errors });
    if (isLate) this.#settle(problem);
    else this.answer = (id) => ({ outcome: "refused", id, problem });
  }
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

function mount({
  workflowId,
  path,
  summary = {},
  copies = 1,
  sectionsInfo = {},
  draft,
  missingFieldIds = [],
  removedFieldIds = [],
}: {
  workflowId: WorkflowId;
  /** Relative to the estimate's path: "roofing/3". */
  path: string;
  /** By copy. */
  summary?: Partial<WorkflowSummary>;
  copies?: number;
  /** The company's help for sections. */
  sectionsInfo?: Record<string, string>;
  draft?: { values: Record<string, unknown>; savedTime: number };
  /** Fields missing from the estimate's prices, as if a newer release had added them. */
  missingFieldIds?: readonly string[];
  /** Fields missing from the company's newest prices. */
  removedFieldIds?: readonly string[];
}): number {
  const book =
    missingFieldIds.length === 0
      ? starterBook
      : indexPriceBook({
          ...starterPriceBook,
          entries: starterPriceBook.entries.filter(({ id }) => !missingFieldIds.includes(id)),
        });
  const memory = new EstimateInMemory({ workflowId, summary, copies });
  const key = summaryKey({ workflowId, workflowEstimateId: 1 });
  if (draft) memory.drafts.set(key, draft);
  const localData = {
    estimates: {
      save: memory.save,
      find: () => Promise.resolve(memory.estimate),
      drafts: {
        save: ({ copyKey }: { copyKey: string }, values: Record<string, unknown>) => {
          memory.drafts.set(copyKey, { values, savedTime: Date.now() });
          return Promise.resolve();
        },
        read: ({ copyKey }: { copyKey: string }) => Promise.resolve(memory.drafts.get(copyKey)),
        drop: ({ copyKey }: { copyKey: string }) => Promise.resolve(void memory.drafts.delete(copyKey)),
      },
    },
    changes: {
      list: () =>
        Promise.resolve(memory.refused ? [{ storeName: "estimates", id: ESTIMATE_ID, ...memory.refused }] : []),
    },
    priceBook: {
      read: () => {
        const offered = starterPriceBook.entries.filter(({ id }) => !removedFieldIds.includes(id));
        return Promise.resolve({ version: 2, entryById: new Map(offered.map((entry) => [entry.id, entry])) });
      },
    },
    subscribe: () => () => undefined,
    resolveId: ({ id }: { id: number }) => Promise.resolve(id),
  } as unknown as LocalData;
  const forms = new Map<string, Promise<WorkflowForm>>();
  const openForm: OpenEstimate["openForm"] = (copy) => {
    const known = forms.get(summaryKey(copy));
    if (known) return known;
    const form = createWorkflowForm({
      copy,
      book,
      nextId: temporaryIds(),
      saved: savedCopyOf(memory.estimate, copy),
      draft: memory.drafts.get(summaryKey(copy))?.values as FormDraft | undefined,
    });
    memory.subscribe(() => form.receive(savedCopyOf(memory.estimate, copy), new Map()));
    steps.form = form;
    forms.set(summaryKey(copy), Promise.resolve(form));
    return Promise.resolve(form);
  };

  function EstimateRoot() {
    const estimate = useSyncExternalStore(memory.subscribe, memory.read);
    const open = useMemo(
      (): OpenEstimate => ({
        estimate,
        lead: undefined,
        book: { version: 0, entries: [], entryById: new Map(), indexed: book, isComplete: true },
        workflows,
        settings: { ...DEFAULT_SETTINGS, sectionsInfo, smtpPasswordIsSet: false },
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
  const slugs = ["roofing", "siding", "windows", "gutters", "repairs", "insulation", "trim"];
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      child("", () => <h1>Estimate summary</h1>),
      ...slugs.flatMap((slug) => [
        child(`/${slug}/$step`, StepPage),
        child(`/quick_estimate_${slug}`, QuickEstimatePage),
      ]),
    ]),
    history: createMemoryHistory({ initialEntries: [`/estimator/estimate/${String(ESTIMATE_ID)}/${path}`] }),
  });
  steps.path = () => router.state.location.pathname;
  steps.go = (to) => void router.navigate(linkTo(`/estimator/estimate/${String(ESTIMATE_ID)}/${to}`) as never);
  steps.memory = memory;
  const begin = performance.now();
  flushSync(() =>
    mountPage(
      <SessionContext value={session}>
        <LocalDataProvider localData={localData}>
          <RouterProvider router={router as never} />
        </LocalDataProvider>
      </SessionContext>,
    ),
  );
  return performance.now() - begin;
}

/** Enters something in each row of a section: first choices, quantities of 3, two rows per list. */
function fill(sectionId: number, quantity = 3): void {
  const form = steps.form;
  if (!form) throw new Error("No step is open.");
  const enter = (place: FieldPlace): void => {
    const field = form.definitionOf(place);
    if (!form.stateOf(place).visible) return;
    if (field.allowMultiple && place.lineId === null) {
      for (let row = lineIdsOf(form, place).length; row < 2; row += 1) form.addRow(place);
      for (const lineId of lineIdsOf(form, place)) enter({ ...place, lineId });
      return;
    }
    if (field.dataType === "dropdown") form.setValue(place, form.optionsOf(place)[0]?.id ?? null);
    else if (field.dataType === "string") form.setValue(place, "As at the neighbor's house");
    else form.setValue(place, null);
    if (field.dataType === "number" || field.allowQuantityChange) form.setQuantity(place, quantity);
    const id = form.lineAt(place)?.id;
    if (id === undefined) return;
    for (const { property } of childFields(field)) enter({ outer: pathBelow(place, id), property, lineId: null });
  };
  for (const property of propertiesOfSection(sectionId)) enter({ outer: [], property, lineId: null });
}

export const steps = {
  form: undefined as WorkflowForm | undefined,
  memory: undefined as EstimateInMemory | undefined,
  failures,
  mount,
  fill,
  path: (): string => "",
  /** Navigates to a page of the estimate like a link. */
  go: (_to: string): void => undefined,
};
