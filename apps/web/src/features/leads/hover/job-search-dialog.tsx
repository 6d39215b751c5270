import { isolatedText } from "@ridgebook/contract";
import { Button } from "@mantine/core";
import type { HoverJob } from "@ridgebook/contract";
import { useEffect, useRef, useState } from "react";
import classes from "#features/leads/hover/hover.module.css";
import { modelsText, stateText } from "#features/leads/hover/hover-texts.ts";
import { useJobSearch } from "#features/leads/hover/use-job-search.ts";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";

/** Finds a lead's house at Hover. The initial text is searched immediately. */
export function JobSearchDialog({
  text,
  isKeeping,
  onChoose,
  onDismiss,
}: {
  text: string;
  /** The choice is being saved. */
  isKeeping: boolean;
  onChoose: (job: HoverJob) => void;
  onDismiss: () => void;
}) {
  const [typed, setTyped] = useState(text);
  const search = useJobSearch();
  const begin = useRef(search.search);
  useEffect(() => {
    if (text !== "") void begin.current(text);
  }, [text]);
  const { jobs, found, isSearching, message, hasMore } = search;
  return (
    <FormDialog
      title="Find measurements"
      text="Searches the jobs of your company’s Hover account by address or name."
      submitLabel="Search"
      isBusy={isKeeping}
      isWide
      onSubmit={() => void search.search(typed)}
      onDismiss={onDismiss}
    >
      <SearchField
        label="Address or name"
        hint="At least 3 characters. A street number and name find most."
        maxLength={200}
        value={typed}
        error={message}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onClear={() => setTyped("")}
      />
      <div aria-live="polite" aria-busy={isSearching}>
        {isSearching && !jobs && <SkeletonRows rows={3} label="Searching Hover" />}
        {jobs?.length === 0 && !isSearching && (
          <p className="rb-hint">{`Hover has no job for “${found}”. Try fewer words.`}</p>
        )}
        {jobs && jobs.length > 0 && (
          <ul className="rb-list" aria-label="Jobs found">
            {jobs.map((job) => (
              <Job key={job.id} job={job} isBlocked={isKeeping} onChoose={() => onChoose(job)} />
            ))}
          </ul>
        )}
      </div>
      {hasMore && (
        <Button
          variant="secondary"
          className={classes.more}
          loading={isSearching}
          disabled={isKeeping}
          onClick={() => void search.searchMore()}
        >
          Show more
        </Button>
      )}
    </FormDialog>
  );
}

function Job({ job, isBlocked, onChoose }: { job: HoverJob; isBlocked: boolean; onChoose: () => void }) {
  const title = job.name || job.address || `Job ${job.id}`;
  return (
    <li className={`rb-row ${classes.found}`}>
      <div className={classes.what}>
        <p className={classes.name}>
          {title} {job.state !== "" && <Tag>{stateText(job.state)}</Tag>}
        </p>
        <p className="rb-hint">{isolatedText([job.address, modelsText(job)].filter(Boolean).join(" · "))}</p>
      </div>
      <Button variant="secondary" disabled={isBlocked} aria-label={`Choose ${title}`} onClick={onChoose}>
        Choose
      </Button>
    </li>
  );
}
