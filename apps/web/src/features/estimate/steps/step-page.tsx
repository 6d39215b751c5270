import { Button } from "@mantine/core";
import { copiesOf, emptySummary, summaryKey, type EstimateCopy } from "@ridgebook/contract";
import type { MeasurementSet } from "@ridgebook/estimating";
import { Link, useMatch, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { useFormValue, useWorkflowForm, WorkflowFormProvider } from "#features/estimate/form/form-context.tsx";
import { MeasuredMarks } from "#features/estimate/measurements/measured-mark.tsx";
import { PopulateButton, useOffersPopulate } from "#features/estimate/measurements/populate-button.tsx";
import { RemeasuredBanner } from "#features/estimate/measurements/remeasured-banner.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { PackageStep, propertiesBesidePackage } from "#features/estimate/packages/package-step.tsx";
import { copyOfSearch, estimatePath, stepPath, type SteppedCopy } from "#features/estimate/paths.ts";
import { countOpenRecommendations } from "#features/estimate/rows/open-recommendations.ts";
import { SectionForm } from "#features/estimate/rows/section-form.tsx";
import { EmptyStep } from "#features/estimate/steps/empty-step.tsx";
import { LockedStep, pathOfLockedStep } from "#features/estimate/steps/locked-step.tsx";
import { countComplete, neighborsOf, numberOfSection, type StepState } from "#features/estimate/steps/progress.ts";
import { isPackageSection, propertiesOfSection, sectionOf } from "#features/estimate/steps/section-fields.ts";
import { linkTo, readStepAddress } from "#features/estimate/steps/step-address.ts";
import { StepFrame, StepSkeleton, useCopyTitle, useSteps } from "#features/estimate/steps/step-frame.tsx";
import classes from "#features/estimate/steps/step-page.module.css";
import { TotalsBar } from "#features/estimate/steps/totals-bar.tsx";
import { useOpenForm } from "#features/estimate/steps/use-open-form.ts";
import { useOptionalSteps } from "#features/estimate/steps/use-optional-steps.ts";
import { usePageHistory } from "#features/estimate/steps/use-page-history.ts";
import { useRefusedEntries } from "#features/estimate/steps/use-refused-entries.ts";
import { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { unusedOf } from "#features/estimate/steps/save-form.ts";
import { useStepGuard } from "#features/estimate/steps/use-step-guard.ts";
import { useTellStoriesGone } from "#features/estimate/steps/use-tell-stories-gone.ts";
import { useWayOn } from "#features/estimate/steps/use-way-on.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";

/** Loaded on demand, because few steps use it. */
const PopulatePage = lazy(async () => {
  const { PopulatePage: page } = await import("#features/estimate/measurements/populate-page.tsx");
  return { default: page };
});

/** The workflow copy in the address of a step or a quick estimate, if any. */
function useCopyOfAddress(): { copy: SteppedCopy; number: number | undefined } | undefined {
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const search: { copy?: string | undefined } = useSearch({ strict: false });
  const address = readStepAddress(pathname);
  const workflowEstimateId = copyOfSearch(search);
  const { workflowId, number } = address ?? {};
  return useMemo(
    () => (workflowId === undefined ? undefined : { copy: { workflowId, workflowEstimateId }, number }),
    [workflowId, workflowEstimateId, number],
  );
}

/** Renders a page of the workflow copy in the address, or says that the page or the copy does not exist. */
export function PageOfCopy({
  missingTitle,
  children,
}: {
  missingTitle: string;
  children: (found: { workflow: LocalWorkflow; copy: SteppedCopy; number: number | undefined }) => ReactNode;
}) {
  const address = useCopyOfAddress();
  const { workflows } = useOpenEstimate();
  const workflow = workflows.find(({ id }) => id === address?.copy.workflowId);
  if (!address || !workflow) return <NoStep title={missingTitle} />;
  return (
    <OnlyIfAdded workflow={workflow} copy={address.copy}>
      {children({ workflow, ...address })}
    </OnlyIfAdded>
  );
}

/** Renders the page of a workflow copy, unless the estimate does not have it. */
export function OnlyIfAdded({
  workflow: { title },
  copy,
  children,
}: {
  workflow: LocalWorkflow;
  copy: EstimateCopy;
  children: ReactNode;
}) {
  const { estimate } = useOpenEstimate();
  if (copiesOf(estimate).some((each) => summaryKey(each) === summaryKey(copy))) return children;
  return <NoStep title={`${title} is not part of this estimate.`} text="It can be added on the estimate's page." />;
}

/** One step of a workflow copy (ROUTE-30 to ROUTE-37): a section's form, or the package step. */
export function StepPage() {
  return (
    <PageOfCopy missingTitle="This step does not exist.">
      {({ workflow, copy, number = 0 }) => <StepOfCopy workflow={workflow} copy={copy} number={number} />}
    </PageOfCopy>
  );
}

function StepOfCopy({ workflow, copy, number }: { workflow: LocalWorkflow; copy: SteppedCopy; number: number }) {
  const { estimate } = useOpenEstimate();
  const form = useOpenForm(copy);
  const steps = useSteps({ workflow, copy });
  const address = useMemo(() => ({ workflow, copy, number }), [workflow, copy, number]);
  const isLocked = pathOfLockedStep(estimate, address) !== undefined;
  const step = steps.find((each) => each.number === number);
  if (!step && !isLocked) return <MissingStep workflow={workflow} copy={copy} number={number} />;
  const skeleton = step && <StepSkeleton workflow={workflow} copy={copy} sectionId={step.section.id} />;
  if (isLocked) return <LockedStep step={address}>{skeleton}</LockedStep>;
  if (!form || !step) return skeleton;
  return (
    <WorkflowFormProvider form={form}>
      <OpenStep workflow={workflow} copy={copy} steps={steps} step={step} />
    </WorkflowFormProvider>
  );
}

/** What a step shows, validates and saves: its section's fields, and those beside a package choice. */
export const propertiesOfStep = (sectionId: number): readonly string[] => [
  ...new Set([
    ...propertiesOfSection(sectionId),
    ...(isPackageSection(sectionId) ? propertiesBesidePackage(sectionOf(sectionId).workflowId) : []),
  ]),
];

function OpenStep({
  workflow,
  copy,
  steps,
  step,
}: {
  workflow: LocalWorkflow;
  copy: SteppedCopy;
  steps: readonly StepState[];
  step: StepState;
}) {
  const form = useWorkflowForm();
  const { id } = step.section;
  const properties = useMemo(() => propertiesOfStep(id), [id]);
  useStepGuard({ form, properties, number: step.number });
  useRefusedEntries({ form, properties });
  usePageHistory(id);
  useTellStoriesGone();
  const offersPopulate = useOffersPopulate(id);
  // The step it was opened on; the list of steps may lead to others.
  const [populated, setPopulated] = useState<{ id: number; measured?: MeasurementSet }>();
  if (populated?.id === id)
    return (
      <Suspense fallback={<StepSkeleton workflow={workflow} copy={copy} sectionId={id} />}>
        <PopulatePage
          workflow={workflow}
          copy={copy}
          sectionId={id}
          measured={populated.measured}
          onClose={() => setPopulated(undefined)}
        />
      </Suspense>
    );
  return (
    <StepFrame
      workflow={workflow}
      copy={copy}
      sectionId={id}
      headStart={offersPopulate && <PopulateButton onClick={() => setPopulated({ id })} />}
      bar={<StepBar workflow={workflow} copy={copy} steps={steps} step={step} properties={properties} />}
    >
      <div className={classes.rows}>
        {offersPopulate && <RemeasuredBanner onLook={(measured) => setPopulated({ id, measured })} />}
        <EmptyStep key={`empty ${String(id)}`} workflow={workflow} copy={copy} steps={steps} step={step} />
        {isPackageSection(id) ? (
          <PackageStep key={id} />
        ) : (
          <MeasuredMarks>
            <SectionForm key={id} sectionId={id} />
          </MeasuredMarks>
        )}
      </div>
    </StepFrame>
  );
}

function StepBar({
  workflow,
  copy,
  steps,
  step,
  properties,
}: {
  workflow: LocalWorkflow;
  copy: SteppedCopy;
  steps: readonly StepState[];
  step: StepState;
  properties: readonly string[];
}) {
  const { estimate } = useOpenEstimate();
  const save = useSaveForm();
  const isPhone = useIsPhone();
  const title = useCopyTitle({ workflow, copy });
  const [running, setRunning] = useState<"save" | "next">();
  const { previous } = neighborsOf(steps, step.number);
  const way = useWayOn({ copy, steps, step });
  const summary = estimate.workflowSummaries[summaryKey(copy)] ?? emptySummary(copy);
  const isComplete = countComplete({ workflow, summary }) === steps.length;
  const backPath = previous ? stepPath(estimate.id, copy, previous.number) : estimatePath(estimate.id);

  const saveThen = async (kind: "save" | "next"): Promise<void> => {
    setRunning(kind);
    try {
      const onward = kind === "next" ? way.look() : undefined;
      const passed = onward?.passed.map(({ section }) => section.id) ?? [];
      const saved = [...new Set([...properties, ...passed.flatMap(propertiesOfSection)])];
      const completesSectionId = passed.at(-1) ?? step.section.id;
      const outcome = await save(saved, { completesSectionId, tells: kind === "save" });
      if (outcome === "saved" && onward) way.go(onward);
    } finally {
      setRunning(undefined);
    }
  };
  return (
    <TotalsBar
      label={isComplete ? title : `${title} so far`}
      note={<OpenRecommendations properties={properties} />}
      actions={
        <>
          {!isPhone && (
            <>
              <Button
                variant="tertiary"
                size="lg"
                className={classes.quiet}
                renderRoot={(button) => <Link {...linkTo(backPath)} {...button} />}
              >
                Back
              </Button>
              <Button
                variant="secondary"
                size="lg"
                className={classes.quiet}
                loading={running === "save"}
                disabled={running === "next"}
                onClick={() => void saveThen("save")}
              >
                Save
              </Button>
            </>
          )}
          <Button
            size="lg"
            loading={running === "next"}
            disabled={running === "save"}
            onClick={() => void saveThen("next")}
          >
            {way.hasNext ? "Save & next" : "Save & finish"}
          </Button>
        </>
      }
    />
  );
}

/** Counts the open recommendations, and those that saving fills in. They do not block saving. */
export function OpenRecommendations({ properties }: { properties: readonly string[] }) {
  const form = useWorkflowForm();
  const shown = useMemo(() => new Set(properties), [properties]);
  const count = useFormValue((snapshot) => countOpenRecommendations(snapshot, form.copy.workflowId, shown));
  // Deferred, because it is not read between two keystrokes.
  const snapshot = useDeferredValue(useFormValue((newest) => newest));
  const filledIn = useMemo(
    () => unusedOf(form, properties, snapshot).filter(({ onSave }) => onSave === "fillIn").length,
    [form, properties, snapshot],
  );
  if (count === 0) return null;
  const open = count === 1 ? "1 recommendation open" : `${count} recommendations open`;
  return filledIn === 0 ? open : `${open}, ${filledIn === count ? "" : `${filledIn} `}filled in on saving`;
}

/** For a number that is not a step of this copy: an optional step that is not added, a disabled one, or none. */
function MissingStep({ workflow, copy, number }: { workflow: LocalWorkflow; copy: SteppedCopy; number: number }) {
  const { choices, toggle, isSaving } = useOptionalSteps({ copy, workflow });
  const section = workflow.sections.find((each) => numberOfSection(each) === number);
  if (!section) return <NoStep title={`${workflow.title} has no step ${number}.`} />;
  const choice = choices.find(({ sectionIds }) => sectionIds.includes(section.id));
  if (!choice) return <NoStep title={`${section.title} is switched off in this company.`} />;
  return (
    <NoStep
      title={`${section.title} is not part of this estimate yet.`}
      action={
        <Button loading={isSaving} onClick={() => void toggle(choice)}>
          Add {choice.title}
        </Button>
      }
    />
  );
}

/** For an address without content, with a link back. */
export function NoStep({ title, text, action }: { title: string; text?: string; action?: React.ReactNode }) {
  const { estimate } = useOpenEstimate();
  return (
    <div className={classes.missing}>
      <EmptyState
        title={
          // The page has no other heading.
          <span role="heading" aria-level={1}>
            {title}
          </span>
        }
        text={text}
        action={
          <div className={`rb-row ${classes.missingActions}`}>
            {action}
            <Link {...linkTo(estimatePath(estimate.id))}>Back to the estimate</Link>
          </div>
        }
      />
    </div>
  );
}
