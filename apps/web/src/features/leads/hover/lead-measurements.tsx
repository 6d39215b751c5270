import { Button } from "@mantine/core";
import type { HoverJob, Problem } from "@ridgebook/contract";
import { IconExternalLink, IconSearch } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import classes from "#features/leads/hover/hover.module.css";
import {
  hoverJobLink,
  keptText,
  modelText,
  searchTextOf,
  stateText,
  whyNoSearch,
} from "#features/leads/hover/hover-texts.ts";
import { JobSearchDialog } from "#features/leads/hover/job-search-dialog.tsx";
import { useAttempt } from "#forms/use-attempt.ts";
import { useSyncStatus, useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { useMeasurements } from "#local-data/measurements/use-measurements.ts";
import { providerProblemText } from "#server-client/provider-failure.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";
import { useNow } from "#ui/use-now.ts";

const ICON = { size: 18, stroke: 1.75, "aria-hidden": true } as const;

/**
 * A lead's house at Hover: found by address, linked to the lead, removed (LEAD-20). Shown if the company uses Hover, or the lead already
 * has a job.
 */
export function LeadMeasurements({ lead }: { lead: LocalLead }) {
  const { settings } = useSession();
  const { online } = useSyncStatus("online");
  const localData = useLocalData();
  const confirm = useConfirm();
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy: isKeeping, attempt } = useAttempt();
  const { hoverJobId } = lead;
  const isHoverOn = settings?.hoverIntegrationEnabled === true;
  if (!isHoverOn && hoverJobId === null) return null;

  const keep = (job: HoverJob | null) =>
    attempt(async () => {
      await localData.measurements.setJobOfLead(lead.id, job);
      setIsOpen(false);
      notices.add({ message: job ? "The Hover job is kept with the lead" : "The Hover job is removed" });
    });
  const takeAway = async (): Promise<void> => {
    const isSure = await confirm({
      title: "Remove the Hover job?",
      message: "The lead no longer names it. Estimates keep the numbers that were taken from it.",
      confirmText: "Take away",
      kind: "warning",
    });
    if (isSure) await keep(null);
  };
  const why = whyNoSearch({ leadId: lead.id, online });
  return (
    <Panel
      title="Measurements"
      actions={
        isHoverOn && (
          <Button
            variant="secondary"
            leftSection={<IconSearch {...ICON} />}
            disabled={why !== undefined}
            onClick={() => setIsOpen(true)}
          >
            {hoverJobId === null ? "Find measurements" : "Find another"}
          </Button>
        )
      }
    >
      {hoverJobId === null ? (
        <p className="rb-hint">Find the house at Hover, and its measurements fill the estimates of this lead.</p>
      ) : (
        <HouseAtHover key={hoverJobId} leadId={lead.id} jobId={hoverJobId}>
          <Button variant="danger-text" disabled={why !== undefined || isKeeping} onClick={() => void takeAway()}>
            Take away
          </Button>
        </HouseAtHover>
      )}
      {isHoverOn && why !== undefined && <p className="rb-hint">{why}</p>}
      {isOpen && (
        <JobSearchDialog
          text={searchTextOf(lead)}
          isKeeping={isKeeping}
          onChoose={(job) => void keep(job)}
          onDismiss={() => setIsOpen(false)}
        />
      )}
    </Panel>
  );
}

/** What is known of the job, also offline. */
function HouseAtHover({ leadId, jobId, children }: { leadId: number; jobId: string; children: ReactNode }) {
  const { timeZone } = useSession();
  const now = useNow();
  const { kept, job, isWaiting, problem } = useMeasurements({ leadId, jobId });
  if (isWaiting) return <SkeletonRows rows={2} label="Loading the Hover job" />;
  return (
    <div className={classes.house}>
      <p className={classes.name}>
        {job?.name || job?.address || `Job ${jobId}`} {job && job.state !== "" && <Tag>{stateText(job.state)}</Tag>}
      </p>
      {job && job.name !== "" && job.address !== "" && <p>{job.address}</p>}
      {job && job.models.length > 0 && (
        <ul className="rb-list" aria-label="Models">
          {job.models.map((model) => (
            <li key={model.id}>{modelText(model)}</li>
          ))}
        </ul>
      )}
      <p className="rb-hint">{keptText(kept, { timeZone, now })}</p>
      {problem && (
        <p role="status" className={classes.problem}>
          {problemText(problem)}
        </p>
      )}
      <div className={`rb-row ${classes.buttons}`}>
        <a href={hoverJobLink(jobId)} target="_blank" rel="noopener noreferrer" className="rb-action-link">
          <IconExternalLink {...ICON} />
          <span>Open in Hover</span>
        </a>
        {children}
      </div>
    </div>
  );
}

const problemText = (problem: Problem): string =>
  problem.code === "notFound"
    ? "Hover has no such job any more. Find the house again."
    : (providerProblemText(problem, "Hover") ?? problem.message);
