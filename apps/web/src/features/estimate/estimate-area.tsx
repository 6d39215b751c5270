import {
  idInAddress,
  leadAddress,
  leadName,
  Problem,
  summaryKey,
  type EstimateCopy,
  type Settings,
  isObject,
} from "@ridgebook/contract";
import type { WorkflowValues } from "@ridgebook/estimating";
import { Link, useLocation, useParams } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from "react";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import { markRestored } from "#features/estimate/form/restored-forms.ts";
import { lineIdsIn, unseenFields } from "#features/estimate/form/saved-lines.ts";
import type { FormDraft, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import classes from "#features/estimate/estimate-area.module.css";
import { estimatePath, leadPath } from "#features/estimate/paths.ts";
import { EstimateSyncBanner } from "#features/estimate/estimate-sync-banner.tsx";
import { OpenEstimateProvider, type OpenEstimate } from "#features/estimate/open-estimate.tsx";
import { savedCopyOf } from "#features/estimate/saved-copy.ts";
import { useBackgroundFetch } from "#features/estimate/use-background-fetch.ts";
import { useFocusOfAddress } from "#features/estimate/use-focus-of-address.ts";
import { WhyHost } from "#features/estimate/why/why-host.tsx";
import { startKey, type LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { asOfCopy, findRenumberedCopies } from "#local-data/estimates/renumbered-copies.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";
import type { LocalData } from "#local-data/local-data.ts";
import type { LocalPriceBook, LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { MissingRecord } from "#server-client/missing-record.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Panel } from "#ui/panel.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useAddressOfServer, useOpenedAs } from "#ui/use-opened-record.ts";

/**
 * Everything below one estimate: loads the data its pages share, and keeps their forms open between pages.
 *
 * @param hasBanner whether to show changes that need a decision; not to the homeowner
 * @param missing shown for an estimate that cannot be loaded, in place of the usual link to the leads
 */
export function EstimateArea({
  children,
  hasBanner = true,
  missing,
}: {
  children: ReactNode;
  hasBanner?: boolean;
  missing?: ReactNode;
}) {
  const id = idInAddress(useParams({ strict: false }).id) ?? 0;
  const localData = useLocalData();
  const reading = useLocalQuery("estimates", () => localData.estimates.find(id), [localData, id]);
  // Until the next estimate is read, the query still returns the previous one.
  const estimate = reading.value?.id === id || !reading.isLoading ? reading.value : undefined;
  const fetching = useBackgroundFetch(id, { isHere: estimate !== undefined });
  const openedAs = useOpenedAs(id, estimate?.id ?? id);
  useAddressOfServer("/estimate/", { id, shownId: estimate?.id });
  if (estimate)
    return <LoadedArea key={openedAs} estimate={estimate} page={children} hasBanner={hasBanner} missing={missing} />;
  const failure = fetching.failure ?? reading.error;
  // Without a failure it is still arriving from the server or in the device's store.
  if (failure !== undefined && !reading.isLoading) return missing ?? <NoEstimate failure={failure} />;
  return LOADING;
}

const LOADING = (
  <div className={classes.waiting}>
    <SkeletonRows rows={10} label="Loading the estimate" />
  </div>
);

const NoEstimate = ({ failure }: { failure: unknown }) =>
  failure instanceof Problem && failure.code !== "notFound" ? (
    <div className={classes.waiting}>
      <Panel as="div" padding="none">
        <EmptyState
          title="This estimate is not on this device."
          text="It can be opened again with a signal, and stays here from then on."
          action={<Link to="/estimator/leads">Go to the leads</Link>}
        />
      </Panel>
    </div>
  ) : (
    <MissingRecord goTo="/estimator/leads" />
  );

interface Surroundings {
  readonly lead: LocalLead | undefined;
  readonly book: LocalPriceBook;
  readonly workflows: readonly LocalWorkflow[];
  readonly settings: Settings;
}

/** The other data that an estimate's pages need; undefined until the first download has brought it. */
async function readSurroundings(localData: LocalData, estimate: LocalEstimate): Promise<Surroundings | undefined> {
  const [lead, book, workflows, settings] = await Promise.all([
    localData.leads.find(estimate.leadId),
    localData.priceBook.readVersion(estimate.priceBookVersion),
    localData.priceBook.readWorkflows(),
    localData.settings.read(),
  ]);
  return settings && { lead, book, workflows, settings };
}

function LoadedArea({
  estimate,
  page,
  hasBanner,
  missing,
}: {
  estimate: LocalEstimate;
  page: ReactNode;
  hasBanner: boolean;
  missing: ReactNode;
}) {
  const localData = useLocalData();
  const { leadId, priceBookVersion } = estimate;
  const { value: surroundings, error } = useLocalQuery(
    ["leads", "estimate-fields", "estimate-workflows", "estimate-sections", "settings"],
    () => readSurroundings(localData, estimate),
    [localData, leadId, priceBookVersion],
  );
  const openForm = useForms(estimate, surroundings?.book);
  useFocusOfAddress();
  const lead = surroundings?.lead;
  const path = estimatePath(estimate.id);
  const pathname = useLocation({ select: (location) => location.pathname });
  usePagePlace({
    title: [lead && (lead.lastName || leadName(lead)), estimate.name].filter(Boolean).join(" · "),
    text: lead ? leadAddress(lead) : "",
    path,
    upPath: pathname.replace(/\/$/, "") === path ? leadPath(leadId) : path,
  });
  const open = useMemo(
    (): OpenEstimate | undefined => surroundings && { ...surroundings, estimate, openForm },
    [surroundings, estimate, openForm],
  );
  if (open)
    return (
      <OpenEstimateProvider open={open}>
        <WhyHost>
          {hasBanner && <EstimateSyncBanner />}
          {page}
        </WhyHost>
      </OpenEstimateProvider>
    );
  if (error) return missing ?? <NoEstimate failure={error} />;
  return LOADING;
}

interface KeptForm {
  readonly copy: EstimateCopy;
  readonly bookVersion: number;
  readonly form: Promise<WorkflowForm>;
}

/** The open forms by copy, which receive changes from sync and other tabs. */
function useForms(estimate: LocalEstimate, book: LocalPriceBook | undefined): OpenEstimate["openForm"] {
  const localData = useLocalData();
  const forms = useRef(new Map<string, KeptForm>());
  const latest = useRef(estimate);
  const receiving = useRef<Promise<void>>(Promise.resolve());

  const open = useCallback(
    (copy: EstimateCopy, former: Promise<WorkflowForm> | undefined) => {
      if (!book) return Promise.reject(new Problem("unavailable"));
      const key = summaryKey(copy);
      const form = openForm({ localData, copy, book, former, estimateNow: () => latest.current });
      forms.current.set(key, { copy, bookVersion: book.version, form });
      form.catch(() => {
        if (forms.current.get(key)?.form === form) forms.current.delete(key);
      });
      return form;
    },
    [localData, book],
  );

  useEffect(() => {
    const renumbered = findRenumberedCopies(latest.current, estimate);
    latest.current = estimate;
    for (const { from, to } of renumbered) {
      const former = forms.current.get(summaryKey(from))?.form;
      if (!former) continue;
      // The copy got another number, and its old one now belongs to another person's copy.
      forms.current.delete(summaryKey(from));
      open(to, former).catch(() => undefined);
    }
    // Forms receive estimates in sequence, so that an older one never overwrites a newer one. After a failure, the next one is received
    // anyway.
    receiving.current = receiving.current
      .then(async () => {
        for (const { copy, form: opening } of forms.current.values()) {
          // Its failure is reported where it was opened.
          const form = await opening.catch(() => undefined);
          if (form) await bringNews(localData, form, copy, () => latest.current);
        }
      })
      .catch(reportError);
  }, [localData, estimate, open]);

  return useCallback(
    (copy) => {
      const kept = forms.current.get(summaryKey(copy));
      // Updated prices need a new form, which takes over the unsaved edits of the old one.
      return kept && kept.bookVersion === book?.version ? kept.form : open(copy, kept?.form);
    },
    [book, open],
  );
}

async function openForm({
  localData,
  copy,
  book,
  former,
  estimateNow,
}: {
  localData: LocalData;
  copy: EstimateCopy;
  book: LocalPriceBook;
  former: Promise<WorkflowForm> | undefined;
  /** The current estimate, which may change while the draft is read. */
  estimateNow: () => LocalEstimate;
}): Promise<WorkflowForm> {
  const formerForm = await former?.catch(() => undefined);
  const unsaved = formerForm?.toDraft();
  const [nextId, draft, start] = await Promise.all([
    localData.estimates.reserveItemIds(),
    formerForm
      ? unsaved && asOfCopy(unsaved, copy)
      : readDraft(localData, { estimateId: estimateNow().id, copyKey: summaryKey(copy) }),
    readStart(localData, { copy, estimate: estimateNow() }),
  ]);
  const saved = savedCopyOf(estimateNow(), copy);
  const form = createWorkflowForm({ copy, book: book.indexed, nextId, saved, draft, start });
  if (draft && !formerForm) markRestored(form);
  return form;
}

/**
 * The template's choices that a copy starts with. Deleted once all its fields are saved, because the device keeps every estimate that has a
 * draft.
 */
async function readStart(
  localData: LocalData,
  { copy, estimate }: { copy: EstimateCopy; estimate: LocalEstimate },
): Promise<WorkflowValues | undefined> {
  const key = { estimateId: estimate.id, copyKey: startKey(summaryKey(copy)) };
  const kept = await localData.estimates.drafts.read(key);
  if (!kept) return undefined;
  const start = (kept.values["values"] ?? {}) as WorkflowValues;
  const { items, summary } = savedCopyOf(estimate, copy);
  if (unseenFields({ copy, items, summary }).some(({ property }) => Object.hasOwn(start, property))) return start;
  await localData.estimates.drafts.drop(key);
  return undefined;
}

/** The stored draft with current line ids; undefined if it cannot be read. */
async function readDraft(
  localData: LocalData,
  key: { estimateId: number; copyKey: string },
): Promise<FormDraft | undefined> {
  const kept = await localData.estimates.drafts.read(key);
  const draft = kept?.values as Partial<FormDraft> | undefined;
  if (!draft || !isObject(draft.values) || !isObject(draft.from) || !Array.isArray(draft.comparisons)) return undefined;
  return draft as FormDraft;
}

async function bringNews(
  localData: LocalData,
  form: WorkflowForm,
  copy: EstimateCopy,
  estimateNow: () => LocalEstimate,
): Promise<void> {
  const { values, comparisons } = form.getSnapshot();
  const compared = comparisons.flatMap(({ items }) => items.map(({ id }) => id));
  // A line that was removed and restored may have a new server id.
  const newIds = await localData.estimates.itemIdsOf([...lineIdsIn(values), ...compared]);
  form.receive(savedCopyOf(estimateNow(), copy), newIds);
}
