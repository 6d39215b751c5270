import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { memo, useDeferredValue, useMemo, useState, type CSSProperties, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useWorkflowForm, WorkflowFormProvider } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { PackageStep } from "#features/estimate/packages/package-step.tsx";
import { estimatePath, type SteppedCopy } from "#features/estimate/paths.ts";
import { AmountsSwitch } from "#features/estimate/rows/amounts-switch.tsx";
import { SectionForm } from "#features/estimate/rows/section-form.tsx";
import { HelpButton } from "#features/estimate/steps/help-button.tsx";
import type { StepState } from "#features/estimate/steps/progress.ts";
import classes from "#features/estimate/steps/quick-estimate-page.module.css";
import { isPackageSection, sectionOf } from "#features/estimate/steps/section-fields.ts";
import { linkTo, type readStepAddress } from "#features/estimate/steps/step-address.ts";
import {
  PageFrame,
  ShownProblems,
  UndoButtons,
  UntilSaved,
  useCopyTitle,
  useSteps,
} from "#features/estimate/steps/step-frame.tsx";
import { NoStep, OpenRecommendations, PageOfCopy, propertiesOfStep } from "#features/estimate/steps/step-page.tsx";
import { TotalsBar } from "#features/estimate/steps/totals-bar.tsx";
import { useOpenForm } from "#features/estimate/steps/use-open-form.ts";
import { usePageHistory } from "#features/estimate/steps/use-page-history.ts";
import { useRefusedEntries } from "#features/estimate/steps/use-refused-entries.ts";
import { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { useStepGuard } from "#features/estimate/steps/use-step-guard.ts";
import { useTellStoriesGone } from "#features/estimate/steps/use-tell-stories-gone.ts";
import { useUndoKeys } from "#features/estimate/steps/use-undo-keys.ts";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { notices } from "#ui/notices/notices.ts";
import { usePageTitle } from "#ui/page-place.ts";
import { PopUp } from "#ui/pop-up.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";

/** Sections of the first render; together they are taller than a screen. */
const MOUNTED_AT_FIRST = 2;
/**
 * Sections get their real height when they come into view, and packages when they are priced. Both move what is below, so a jump keeps
 * scrolling until nothing has moved for this many frames, up to a maximum.
 */
const FRAMES_TO_SETTLE = 8;
const MOST_FRAMES = 60;
/** The estimated height of an unmounted section: its title, a header for each group, and its rows. */
const ESTIMATED_PX = { section: 72, group: 60, row: 56 };

const estimatedHeight = (sectionId: number): number => {
  const { groups } = sectionOf(sectionId);
  const rows = groups.reduce((sum, group) => sum + group.rows.length, 0);
  return ESTIMATED_PX.section + ESTIMATED_PX.group * groups.length + ESTIMATED_PX.row * rows;
};

/**
 * All steps of a workflow copy on one page with one save, for experts (OP-42). Saving completes all steps (decision 0087), notifies and
 * returns to the estimate (EST-21).
 *
 * @param renderSection replaces a section's form; undefined keeps it
 * @param readAddress recognizes other pages of the same form, which may be opened without a question
 */
export function QuickEstimatePage({ renderSection, readAddress }: QuickParts = {}) {
  return (
    <PageOfCopy missingTitle="This page does not exist.">
      {({ workflow, copy }) => (
        <QuickEstimate workflow={workflow} copy={copy} renderSection={renderSection} readAddress={readAddress} />
      )}
    </PageOfCopy>
  );
}

/** A workflow's own parts; both functions must be constant. */
interface QuickParts {
  readonly renderSection?: ((sectionId: number) => ReactNode | undefined) | undefined;
  readonly readAddress?: typeof readStepAddress | undefined;
}

interface QuickProps extends QuickParts {
  readonly workflow: LocalWorkflow;
  readonly copy: SteppedCopy;
}

function QuickEstimate({ workflow, copy, ...parts }: QuickProps) {
  const form = useOpenForm(copy);
  const steps = useSteps({ workflow, copy });
  const title = useCopyTitle({ workflow, copy });
  usePageTitle("Quick estimate");
  if (steps.length === 0) return <NoStep title={`${title} has no steps in this company.`} />;
  if (!form)
    return (
      <PageFrame side={null} head={<h1 className="rb-heading">{title}</h1>} bar={null}>
        <SkeletonRows rows={12} label={`Opening ${title}`} />
      </PageFrame>
    );
  return (
    <WorkflowFormProvider form={form}>
      <OpenQuickEstimate title={title} steps={steps} {...parts} />
    </WorkflowFormProvider>
  );
}

/** Scrolls to an element and keeps it in place while the page settles, until the person scrolls, clicks or types. */
function keepInSight(element: HTMLElement): void {
  const person = new AbortController();
  const options = { signal: person.signal, passive: true };
  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"])
    document.addEventListener(type, () => person.abort(), options);
  let still = 0;
  let frames = 0;
  const scroll = (): void => {
    if (person.signal.aborted) return;
    const before = element.getBoundingClientRect().top;
    element.scrollIntoView({ block: "start" });
    still = element.getBoundingClientRect().top === before ? still + 1 : 0;
    frames += 1;
    if (still < FRAMES_TO_SETTLE && frames < MOST_FRAMES) requestAnimationFrame(scroll);
    else person.abort();
  };
  scroll();
}

const sectionDomId = (id: number): string => `section-${String(id)}`;

function OpenQuickEstimate({
  title,
  steps,
  renderSection,
  readAddress,
}: QuickParts & { title: string; steps: readonly StepState[] }) {
  const form = useWorkflowForm();
  const isPhone = useIsPhone();
  const properties = useMemo(() => [...new Set(steps.flatMap(({ section }) => propertiesOfStep(section.id)))], [steps]);
  const [wanted, setWanted] = useState(MOUNTED_AT_FIRST);
  // The other sections mount in one deferred, interruptible render.
  const mounted = Math.max(wanted, useDeferredValue(steps.length, 0));
  const mountThrough = (index: number): void => flushSync(() => setWanted((before) => Math.max(before, index + 1)));
  useStepGuard({ form, properties, number: undefined, readAddress });
  useRefusedEntries({ form, properties });
  useUndoKeys();
  usePageHistory();
  useTellStoriesGone();

  const jump = (index: number): void => {
    mountThrough(index);
    const { id } = steps[index]?.section ?? { id: 0 };
    const heading = document.getElementById(sectionDomId(id));
    heading?.focus({ preventScroll: true });
    if (heading) keepInSight(heading);
  };
  const jumpList = (onJump?: () => void) => (
    <nav aria-label={`Sections of ${title}`} className={classes.jumps}>
      {steps.map(({ section }, index) => (
        <button
          key={section.id}
          type="button"
          className={classes.jump}
          onClick={() => {
            onJump?.();
            jump(index);
          }}
        >
          {section.title}
        </button>
      ))}
    </nav>
  );
  return (
    <PageFrame
      side={jumpList()}
      head={
        <>
          <div>
            <h1 className="rb-heading">{title}</h1>
            <p className="rb-caption">Quick estimate · {steps.length} sections on one page</p>
          </div>
          <div className={`rb-row ${classes.headEnd}`}>
            {isPhone && (
              <PopUp label="Sections" isSheet buttonClassName={classes.picker} button="Sections">
                {({ popoverTarget }) => jumpList(() => document.getElementById(popoverTarget)?.hidePopover())}
              </PopUp>
            )}
            <UndoButtons />
            <AmountsSwitch />
          </div>
        </>
      }
      bar={
        <QuickBar
          title={title}
          properties={properties}
          lastSectionId={steps.at(-1)?.section.id}
          mountAll={() => mountThrough(steps.length - 1)}
        />
      }
    >
      <ShownProblems />
      <UntilSaved>
        {steps.map(({ section }, index) => (
          <QuickSection key={section.id} section={section} isMounted={index < mounted} renderSection={renderSection} />
        ))}
      </UntilSaved>
    </PageFrame>
  );
}

/**
 * A section of the page. `content-visibility` skips the rendering of sections far below the screen, which find-in-page still searches. A
 * placeholder of the estimated height stands in until it is mounted.
 */
const QuickSection = memo(function QuickSection({
  section,
  isMounted,
  renderSection,
}: Pick<QuickParts, "renderSection"> & { section: LocalSection; isMounted: boolean }) {
  const { id, title } = section;
  const height = { "--section-height": `${String(estimatedHeight(id))}px` } as CSSProperties;
  return (
    <section className={classes.section} style={height} data-mounted={isMounted} aria-labelledby={sectionDomId(id)}>
      <div className={classes.head}>
        <h2 id={sectionDomId(id)} tabIndex={-1} className={`rb-subheading ${classes.title}`}>
          {title}
        </h2>
        <HelpButton section={section} />
      </div>
      {isMounted &&
        (renderSection?.(id) ??
          (isPackageSection(id) ? <PackageStep isAlone={false} /> : <SectionForm sectionId={id} />))}
    </section>
  );
});

function QuickBar({
  title,
  properties,
  lastSectionId,
  mountAll,
}: {
  title: string;
  properties: readonly string[];
  lastSectionId: number | undefined;
  mountAll: () => void;
}) {
  const { estimate } = useOpenEstimate();
  const save = useSaveForm();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const [isSaving, setIsSaving] = useState(false);

  const saveAll = async (): Promise<void> => {
    // Mount every section, because any of them may hold the first error to scroll to.
    mountAll();
    setIsSaving(true);
    try {
      const options = lastSectionId === undefined ? {} : { completesSectionId: lastSectionId };
      if ((await save(properties, options)) === "stayed") return;
      notices.add({ message: `${title} saved`, type: "success" });
      // Not awaited: navigation that the leave question cancels never settles.
      void navigate(linkTo(estimatePath(estimate.id)));
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <TotalsBar
      label={title}
      note={<OpenRecommendations properties={properties} />}
      actions={
        <>
          {!isPhone && (
            <Button
              variant="tertiary"
              size="lg"
              className={classes.back}
              renderRoot={(button) => <Link {...linkTo(estimatePath(estimate.id))} {...button} />}
            >
              Back
            </Button>
          )}
          <Button size="lg" loading={isSaving} onClick={() => void saveAll()}>
            Save
          </Button>
        </>
      }
    />
  );
}
