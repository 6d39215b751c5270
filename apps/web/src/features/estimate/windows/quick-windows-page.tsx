import { Button } from "@mantine/core";
import { copiesOf, summaryKey } from "@ridgebook/contract";
import { IconPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { useWorkflowForm, WorkflowFormProvider } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { PackageStep } from "#features/estimate/packages/package-step.tsx";
import { estimatePath, quickWindowPath } from "#features/estimate/paths.ts";
import { AmountsSwitch } from "#features/estimate/rows/amounts-switch.tsx";
import { SectionForm } from "#features/estimate/rows/section-form.tsx";
import { useMountInTurn } from "#features/estimate/steps/mount-in-turn.ts";
import type { StepState } from "#features/estimate/steps/progress.ts";
import { isPackageSection } from "#features/estimate/steps/section-fields.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { PageFrame, ShownProblems, UndoButtons, useCopyTitle, useSteps } from "#features/estimate/steps/step-frame.tsx";
import { NoStep, OpenRecommendations, propertiesOfStep } from "#features/estimate/steps/step-page.tsx";
import { TotalsBar } from "#features/estimate/steps/totals-bar.tsx";
import { useOpenForm } from "#features/estimate/steps/use-open-form.ts";
import { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { useUndoKeys } from "#features/estimate/steps/use-undo-keys.ts";
import classes from "#features/estimate/windows/quick-windows-page.module.css";
import { useWindowsCopy, type WindowsCopy } from "#features/estimate/windows/use-windows-copy.ts";
import { useQuickGuard } from "#features/estimate/windows/window-guard.ts";
import { WINDOW_SECTION } from "#features/estimate/windows/window-lines.ts";
import { WindowsTotal } from "#features/estimate/windows/window-list.tsx";
import { WindowTable } from "#features/estimate/windows/window-table.tsx";
import { notices } from "#ui/notices/notices.ts";
import { usePageTitle } from "#ui/page-place.ts";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";

/** Sections that stand on the page with its first drawing: the questionnaire and the windows. */
const MOUNTED_AT_FIRST = 2;

/**
 * All steps of Windows & Doors on one page with one save; the windows are a list, and each has a page of its own. Saving tells it
 * and goes back to the estimate (EST-21).
 */
export function QuickWindowsPage() {
  const copy = useWindowsCopy();
  const { estimate, workflows } = useOpenEstimate();
  const workflow = workflows.find(({ id }) => id === copy.workflowId);
  const form = useOpenForm(copy);
  usePageTitle("Quick estimate");
  if (!workflow) return <NoStep title="This page does not exist." />;
  if (!copiesOf(estimate).some((each) => summaryKey(each) === summaryKey(copy)))
    return (
      <NoStep
        title={`${workflow.title} is not part of this estimate.`}
        text="It can be added on the estimate's page."
      />
    );
  if (!form)
    return (
      <PageFrame side={null} head={<h1 className="rb-heading">{workflow.title}</h1>} bar={null}>
        <SkeletonRows rows={12} label={`Opening ${workflow.title}`} />
      </PageFrame>
    );
  return (
    <WorkflowFormProvider form={form}>
      <OpenQuickWindows workflow={workflow} copy={copy} />
    </WorkflowFormProvider>
  );
}

const sectionDomId = (id: number): string => `section-${String(id)}`;

function OpenQuickWindows({
  workflow,
  copy,
}: {
  workflow: Parameters<typeof useSteps>[0]["workflow"];
  copy: WindowsCopy;
}) {
  const form = useWorkflowForm();
  const steps = useSteps({ workflow, copy });
  const title = useCopyTitle({ workflow, copy });
  const isPhone = useIsPhone();
  const properties = useMemo(() => [...new Set(steps.flatMap(({ section }) => propertiesOfStep(section.id)))], [steps]);
  const { mounted, mountThrough } = useMountInTurn({ count: steps.length, first: MOUNTED_AT_FIRST });
  useQuickGuard({ form, page: "quickList" });
  useUndoKeys();
  if (steps.length === 0) return <NoStep title={`${title} has no steps in this company.`} />;

  const jump = (index: number): void => {
    mountThrough(index);
    const heading = document.getElementById(sectionDomId(steps[index]?.section.id ?? 0));
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start" });
  };
  return (
    <PageFrame
      side={
        !isPhone && (
          <nav aria-label={`Sections of ${title}`} className={classes.jumps}>
            {steps.map(({ section }, index) => (
              <button key={section.id} type="button" className={classes.jump} onClick={() => jump(index)}>
                {section.title}
              </button>
            ))}
          </nav>
        )
      }
      head={
        <>
          <div>
            <h1 className="rb-heading">{title}</h1>
            <p className="rb-caption">Quick estimate · {steps.length} sections on one page</p>
          </div>
          <div className={classes.headEnd}>
            <UndoButtons />
            <AmountsSwitch />
          </div>
        </>
      }
      bar={<QuickBar title={title} properties={properties} mountAll={() => mountThrough(steps.length - 1)} />}
    >
      <ShownProblems />
      {steps.map((step, index) => (
        <Section key={step.section.id} step={step} copy={copy} isMounted={index < mounted} />
      ))}
    </PageFrame>
  );
}

function Section({ step: { section }, copy, isMounted }: { step: StepState; copy: WindowsCopy; isMounted: boolean }) {
  return (
    <section className={classes.section} data-mounted={isMounted} aria-labelledby={sectionDomId(section.id)}>
      <h2 id={sectionDomId(section.id)} tabIndex={-1} className={classes.title}>
        {section.title}
      </h2>
      {isMounted && <SectionContent id={section.id} copy={copy} />}
    </section>
  );
}

function SectionContent({ id, copy }: { id: number; copy: WindowsCopy }) {
  if (id === WINDOW_SECTION) return <Windows copy={copy} />;
  return isPackageSection(id) ? <PackageStep /> : <SectionForm sectionId={id} />;
}

function Windows({ copy }: { copy: WindowsCopy }) {
  const { estimate } = useOpenEstimate();
  const estimateId = estimate.id;
  const pathOf = useCallback((windowId: number) => quickWindowPath(estimateId, copy, windowId), [estimateId, copy]);
  return (
    <div className={classes.windows}>
      <WindowsTotal as="span" />
      <WindowTable pathOf={pathOf} />
      <div>
        <Button
          variant="secondary"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          renderRoot={(button) => <Link {...linkTo(pathOf(0))} {...button} />}
        >
          Create window
        </Button>
      </div>
    </div>
  );
}

function QuickBar({
  title,
  properties,
  mountAll,
}: {
  title: string;
  properties: readonly string[];
  mountAll: () => void;
}) {
  const { estimate } = useOpenEstimate();
  const save = useSaveForm();
  const navigate = useNavigate();
  const [isSaving, setIsSaving] = useState(false);

  const saveAll = async (): Promise<void> => {
    // The first error may be anywhere on the page, and has to be there to be gone to.
    mountAll();
    setIsSaving(true);
    try {
      if ((await save(properties)) === "stayed") return;
      notices.add({ message: `${title} saved`, type: "success" });
      await navigate(linkTo(estimatePath(estimate.id)));
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <TotalsBar
      label={title}
      note={<OpenRecommendations properties={properties} />}
      actions={
        <Button size="lg" loading={isSaving} onClick={() => void saveAll()}>
          Save
        </Button>
      }
    />
  );
}
