import { Button } from "@mantine/core";
import { Problem, type Settings, isolatedText } from "@ridgebook/contract";
import { IconChevronDown, IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState, type CSSProperties } from "react";
import { PageContent } from "#features/documents/view/paper-pages.tsx";
import sheets from "#features/documents/view/paper-view.module.css";
import {
  listEstimates,
  readWordingWork,
  type ChoosableEstimate,
  type WordingKind,
  type WordingWork,
} from "#features/documents/wording/read-wording-work.ts";
import { useDrawnWording, type DrawnWording } from "#features/documents/wording/use-drawn-wording.ts";
import classes from "#features/documents/wording/wording-paper.module.css";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { keptTexts } from "#ui/kept-texts.ts";
import { PopUp } from "#ui/pop-up.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

const ICON = { size: 20, stroke: 1.75, "aria-hidden": true } as const;
const ZOOM_STEPS = [1, 1.5, 2, 3] as const;

/** The estimate last chosen on this device, by company. */
const chosenKey = (companyId: number): string => `ridgebook-paper-estimate-${String(companyId)}`;

/**
 * An estimate's paper with the wording being typed: the pages of its PDF, with differences from the saved wording marked. Redrawn with
 * every change.
 */
export function WordingPaper({ settings, saved }: { settings: Settings; saved: Settings }) {
  const localData = useLocalData();
  const { companyId, user } = useSession();
  const [chosenId, setChosenId] = useState(() => Number(keptTexts.read(chosenKey(companyId ?? 0))));
  const listed = useLocalQuery(["estimates", "leads"], () => listEstimates(localData, ""), [localData]);
  const userId = user?.id ?? 0;
  const reading = useLocalQuery(
    ["estimates", "leads", "estimate-documents", "estimate-fields", "estimate-workflows"],
    async () => {
      const chosen = chosenId === 0 ? undefined : await readWordingWork(localData, { estimateId: chosenId, userId });
      const [newest] = chosen ? [] : await listEstimates(localData, "");
      return { work: chosen ?? (newest && (await readWordingWork(localData, { estimateId: newest.id, userId }))) };
    },
    [localData, chosenId, userId],
  );
  const choose = (id: number): void => {
    setChosenId(id);
    keptTexts.keep(chosenKey(companyId ?? 0), String(id));
  };

  if (listed.value?.length === 0) return <NoEstimate />;
  const work = reading.value?.work;
  const problem =
    reading.error === undefined
      ? undefined
      : reading.error instanceof Problem
        ? reading.error.message
        : "The estimate could not be read.";
  if (!work)
    return problem === undefined ? (
      <SkeletonRows rows={10} label="Loading the estimate" />
    ) : (
      <div className={classes.frame}>
        <EstimateChooser title="Choose an estimate" onChoose={choose} />
        <EmptyState title="This estimate could not be opened" text={problem} />
      </div>
    );
  return <EstimatePaper work={work} settings={settings} saved={saved} onChoose={choose} />;
}

const NoEstimate = () => (
  <div className={classes.frame}>
    <EmptyState
      title="No estimate on this device yet"
      text="Make an estimate of a lead. Its paper then appears here and follows what you write."
      action={<Link to="/estimator/leads">Go to the leads</Link>}
    />
  </div>
);

function EstimatePaper({
  work,
  settings,
  saved,
  onChoose,
}: {
  work: WordingWork;
  settings: Settings;
  saved: Settings;
  onChoose: (id: number) => void;
}) {
  const [wanted, setWanted] = useState<WordingKind>("contract");
  const kind = work.contracts.length > 0 ? wanted : "contract";
  const drawn = useDrawnWording({ work, kind, settings, saved });
  const { estimate, lead } = work.work;
  return (
    <div className={classes.frame}>
      <div className={`rb-row ${classes.head}`}>
        <EstimateChooser title={titleOf({ estimate, lead })} onChoose={onChoose} />
        {work.contracts.length > 0 && (
          <div role="group" aria-label="Paper" className={classes.kinds}>
            {(["contract", "changeOrder"] as const).map((each) => (
              <button
                key={each}
                type="button"
                className={classes.kind}
                aria-pressed={kind === each}
                onClick={() => setWanted(each)}
              >
                {each === "contract" ? "Contract" : "Change order"}
              </button>
            ))}
          </div>
        )}
      </div>
      {!drawn ? (
        <p role="status" className={classes.note}>
          Laying out the pages…
        </p>
      ) : "failure" in drawn ? (
        <p role="alert" className={classes.note} data-tone="error">
          {drawn.failure}
        </p>
      ) : (
        <Pages drawn={drawn} />
      )}
    </div>
  );
}

const titleOf = ({ estimate, lead }: Pick<WordingWork["work"], "estimate" | "lead">): string =>
  isolatedText(
    [lead && [lead.firstName, lead.lastName].filter(Boolean).join(" "), estimate.name].filter(Boolean).join(", "),
  ) || "Estimate";

type DrawnPages = Exclude<DrawnWording, { failure: string }>;

/** One page at a time: the one with the latest change, until the user turns to another. */
function Pages({ drawn }: { drawn: DrawnPages }) {
  const { pages, changes, pictureUrl, newestPage, isOtherWording } = drawn;
  const [turned, setTurned] = useState(0);
  const [turnedFor, setTurnedFor] = useState<DrawnPages>();
  const [zoom, setZoom] = useState(0);
  if (turnedFor !== drawn) {
    setTurnedFor(drawn);
    if (newestPage !== undefined) setTurned(newestPage);
  }
  const current = Math.min(turned, pages.length - 1);
  const page = pages[current];
  const changedPages = [...new Set(changes.map((change) => change.page))];
  const nextChanged = changedPages.find((each) => each > current) ?? changedPages[0];
  return (
    <>
      <div className={classes.tools}>
        <IconButton
          label="Page before"
          icon={<IconChevronLeft {...ICON} />}
          disabled={current === 0}
          onClick={() => setTurned(current - 1)}
        />
        <span className={classes.count} aria-live="polite">
          Page {current + 1} of {pages.length}
        </span>
        <IconButton
          label="Next page"
          icon={<IconChevronRight {...ICON} />}
          disabled={current === pages.length - 1}
          onClick={() => setTurned(current + 1)}
        />
        <span className={classes.gap} />
        <IconButton
          label="Zoom out"
          icon={<IconZoomOut {...ICON} />}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        />
        <IconButton
          label="Zoom in"
          icon={<IconZoomIn {...ICON} />}
          disabled={zoom === ZOOM_STEPS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
      </div>
      {isOtherWording && (
        <div className={`rb-row ${classes.changed}`}>
          <p role="status">{changedText(changedPages)}</p>
          {nextChanged !== undefined && (changedPages.length > 1 || nextChanged !== current) && (
            <Button size="sm" variant="secondary" onClick={() => setTurned(nextChanged)}>
              {nextChanged > current ? "Next change" : "First change"}
            </Button>
          )}
        </div>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a page that was zoomed can only be scrolled by keyboard from here */}
      <div className={classes.desk} role="region" aria-label={`Page ${String(current + 1)}`} tabIndex={0}>
        {page && (
          <div className={classes.sheet} style={{ "--zoom": ZOOM_STEPS[zoom] } as CSSProperties}>
            <div className={sheets.place}>
              <PageContent
                page={page}
                pictureUrl={pictureUrl}
                changes={changes.filter((change) => change.page === current)}
              />
            </div>
          </div>
        )}
      </div>
    </>
  );
}

/** "Changed on pages 2 and 3", counted from 1. */
function changedText(pages: readonly number[]): string {
  const numbers = pages.map((page) => String(page + 1));
  const last = numbers.at(-1);
  if (last === undefined) return "What you changed is not on this paper.";
  if (numbers.length === 1) return `Changed on page ${last}`;
  return `Changed on pages ${numbers.slice(0, -1).join(", ")} and ${last}`;
}

function EstimateChooser({ title, onChoose }: { title: string; onChoose: (id: number) => void }) {
  return (
    <PopUp
      label="Choose an estimate"
      buttonClassName={classes.chooser}
      buttonLabel={`Estimate: ${title}. Choose another`}
      button={
        <>
          <span className={classes.title}>{title}</span>
          <IconChevronDown size={18} stroke={1.75} aria-hidden />
        </>
      }
    >
      {(closing) => <EstimateSearch closing={closing} onChoose={onChoose} />}
    </PopUp>
  );
}

const NONE: readonly ChoosableEstimate[] = [];

function EstimateSearch({
  closing,
  onChoose,
}: {
  closing: { popoverTarget: string; popoverTargetAction: "hide" };
  onChoose: (id: number) => void;
}) {
  const localData = useLocalData();
  const [words, setWords] = useState("");
  const { value: found = NONE, isLoading } = useLocalQuery(
    ["estimates", "leads"],
    () => listEstimates(localData, words),
    [localData, words],
  );
  return (
    <div className={classes.search}>
      <SearchField
        label="Search"
        placeholder="Name, address or phone"
        maxLength={200}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onClear={() => setWords("")}
      />
      <p className="rb-caption">{words.trim() === "" ? "The newest on this device" : "On this device"}</p>
      <ul className={`rb-list ${classes.found}`} aria-busy={isLoading}>
        {found.map(({ id, lead, details }) => (
          <li key={id}>
            <button type="button" className={classes.estimate} {...closing} onClick={() => onChoose(id)}>
              <span>{lead}</span>
              <span className="rb-caption">{isolatedText(details)}</span>
            </button>
          </li>
        ))}
      </ul>
      {!isLoading && found.length === 0 && <p className={classes.note}>No estimate of this name is on this device.</p>}
    </div>
  );
}
