import { Button } from "@mantine/core";
import { Problem } from "@ridgebook/contract";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatMoney } from "#features/estimate/format.ts";
import { suggestCopyName } from "#features/estimate/lead-estimates/estimate-names.ts";
import { keptForDocuments, progressText, workText } from "#features/estimate/lead-estimates/estimate-rows.ts";
import classes from "#features/estimate/lead-estimates/lead-estimates.module.css";
import { NewEstimateDialog } from "#features/estimate/lead-estimates/new-estimate-dialog.tsx";
import { estimatePath } from "#features/estimate/paths.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { copyNotice } from "#features/estimate/summary/copy-notice.ts";
import { formatChanged } from "#features/estimate/summary/moment-text.ts";
import { NameDialog } from "#forms/name-dialog.tsx";
import { MAX_ESTIMATE_NAME } from "#forms/read-name.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { useRemoval } from "#forms/use-removal.ts";
import { TextButton } from "#ui/text-button.tsx";
import { useNow } from "#ui/use-now.ts";
import { refusalText } from "#features/estimate/summary/use-save-estimate.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useWorkflows } from "#local-data/price-book/use-price-book.ts";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { linkRow, ROW_LINK } from "#ui/link-row.ts";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { SyncMark } from "#ui/sync-mark.tsx";

const NO_ESTIMATES: readonly LocalEstimate[] = [];

const plus = <IconPlus size={18} stroke={1.75} aria-hidden />;

/** The estimates of one lead: open, create, rename, copy and delete, online or offline (LEAD-13, EST-23). */
export function LeadEstimates({ leadId }: { leadId: number }) {
  const localData = useLocalData();
  const device = useLocalQuery("estimates", () => localData.estimates.listOfLead(leadId), [localData, leadId]);
  const server = useQuery({
    queryKey: ["lead-estimates", leadId],
    // The server's reply is stored on the device, and read from there together with unsent changes.
    queryFn: async () => (await localData.estimates.fetchOfLead(leadId)).length,
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  const lead = useLocalQuery("leads", () => localData.leads.find(leadId), [localData, leadId]).value;
  const workflows = useWorkflows().value;
  const [isCreating, setIsCreating] = useState(false);
  /** The estimate when renaming began. Kept here, because its row is remounted when it gets its server id. */
  const [renamed, setRenamed] = useState<LocalEstimate>();
  const { rename } = useEstimateActions();

  // When the lead gets its server id, the query restarts; keep showing the last result meanwhile.
  const estimates = device.value ?? (device.isLoading ? undefined : NO_ESTIMATES);
  // An empty device proves nothing until the server has answered.
  const isWaiting = !estimates || !workflows || (estimates.length === 0 && server.isPending);
  const nothing = (
    <>
      <p className={classes.emptyTitle}>{server.error ? "No estimates on this device" : "No estimates yet"}</p>
      <p>
        {server.error
          ? `${textOf(server.error)} A new one can be made without a signal.`
          : "An estimate holds the work, its prices and what the homeowner pays."}{" "}
        <TextButton isInText onClick={() => setIsCreating(true)}>
          Create {server.error ? "one" : "the first estimate"}
        </TextButton>
      </p>
    </>
  );
  return (
    <Panel
      title="Estimates"
      padding="none"
      actions={
        <Button leftSection={plus} disabled={!estimates || !workflows} onClick={() => setIsCreating(true)}>
          New estimate
        </Button>
      }
    >
      {isWaiting || estimates.length === 0 ? (
        <div className={classes.empty}>
          {isWaiting ? <SkeletonRows rows={1} label="Loading the estimates" likely={nothing} /> : nothing}
        </div>
      ) : (
        <ul className={classes.list}>
          {estimates.map((estimate) => (
            <EstimateRow
              key={estimate.id}
              estimate={estimate}
              estimates={estimates}
              workflows={workflows}
              onRename={setRenamed}
            />
          ))}
        </ul>
      )}
      {isCreating && estimates && workflows && (
        <NewEstimateDialog
          leadId={leadId}
          lead={lead}
          estimates={estimates}
          workflows={workflows}
          onDismiss={() => setIsCreating(false)}
        />
      )}
      {renamed && (
        <NameDialog
          title={`Rename ${renamed.name}`}
          name={renamed.name}
          max={MAX_ESTIMATE_NAME}
          onSave={(newName) => rename(renamed, newName)}
          onDismiss={() => setRenamed(undefined)}
        />
      )}
    </Panel>
  );
}

const textOf = (error: Error): string => (error instanceof Problem ? error : new Problem("unexpected")).message;

function EstimateRow({
  estimate,
  estimates,
  workflows,
  onRename,
}: {
  estimate: LocalEstimate;
  estimates: readonly LocalEstimate[];
  workflows: readonly LocalWorkflow[];
  onRename: (estimate: LocalEstimate) => void;
}) {
  const { timeZone } = useSession();
  const now = useNow();
  const { copy, remove } = useEstimateActions();
  const { name, totals, sync, modifiedTime } = estimate;
  const progress = progressText(estimate, workflows);
  const named = (text: string) => (
    <>
      {text} <span className="rb-visually-hidden">{name}</span>
    </>
  );
  return (
    <li {...linkRow(classes.row)}>
      <div className={classes.main}>
        <Link {...linkTo(estimatePath(estimate.id))} className={classes.name} {...ROW_LINK}>
          {name}
        </Link>
        <div className={classes.work}>{workText(estimate, workflows) || "No work yet"}</div>
      </div>
      <div className={`rb-subheading ${classes.total}`}>{formatMoney(totals.total)}</div>
      <div className={`rb-row ${classes.state}`}>
        <span>
          {[progress, `changed ${formatChanged({ time: modifiedTime, timeZone, now })}`].filter(Boolean).join(" · ")}
        </span>
        <SyncMark sync={sync} />
      </div>
      <div className={classes.actions}>
        <button type="button" className={classes.action} onClick={() => onRename(estimate)}>
          {named("Rename")}
        </button>
        <button
          type="button"
          className={classes.action}
          onClick={() => void copy(estimate, suggestCopyName({ name, taken: estimates.map((each) => each.name) }))}
        >
          {named("Copy")}
        </button>
        <button type="button" className={classes.action} onClick={() => void remove(estimate)}>
          {named("Delete")}
        </button>
      </div>
    </li>
  );
}

function useEstimateActions() {
  const localData = useLocalData();
  const { attempt } = useAttempt();
  const removal = useRemoval();

  const rename = (estimate: LocalEstimate, name: string) =>
    attempt(async () => {
      const result = await localData.estimates.save(estimate.id, { members: { name } }, { from: estimate });
      // A refused estimate waits under its new name in the list of unsent changes.
      if (result.outcome === "refused") notices.add({ message: refusalText(result.problem), type: "error" });
    });

  const copy = (estimate: LocalEstimate, name: string) =>
    attempt(async () => {
      const result = await localData.estimates.copy(estimate.id, { name: name.slice(0, MAX_ESTIMATE_NAME) });
      if (result.outcome === "refused") notices.add({ message: refusalText(result.problem), type: "error" });
      const notice = copyNotice(name, result.adjustments);
      if (notice !== undefined) notices.add({ message: notice, type: "warning", autoClose: false });
    });

  /** Asks once; a refusal is reported and the estimate stays (EST-23, OFF-16). Estimates with documents are refused first. */
  const remove = async ({ id, name, documents }: LocalEstimate): Promise<void> => {
    const here = await localData.documents.listOfEstimate(id);
    const listed = documents.filter((document) => !here.some((each) => each.id === document.id));
    const reason = keptForDocuments(name, [...here, ...listed]);
    if (reason !== undefined) {
      notices.add({ message: reason, type: "error" });
      return;
    }
    await removal({
      question: {
        title: `Delete ${name}?`,
        message: "The estimate is deleted for everybody in the company. It cannot be brought back.",
        confirmText: "Delete estimate",
      },
      remove: () => localData.estimates.remove(id),
      done: `${name} is deleted`,
      keptText: ({ message }) => `${message} ${name} is kept.`,
    });
  };
  return { rename, copy, remove };
}
