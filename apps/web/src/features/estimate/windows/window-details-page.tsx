import { Button } from "@mantine/core";
import { idInAddress } from "@ridgebook/contract";
import type { MeasurementSet } from "@ridgebook/estimating";
import { IconCopy } from "@tabler/icons-react";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useFormValue, useWorkflowForm, WorkflowFormProvider } from "#features/estimate/form/form-context.tsx";
import { PopulateButton, useOffersPopulate } from "#features/estimate/measurements/populate-button.tsx";
import { RemeasuredBanner } from "#features/estimate/measurements/remeasured-banner.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { estimatePath, stepPath, WINDOW_DETAILS_STEP, windowPath, WINDOWS } from "#features/estimate/paths.ts";
import { focusField } from "#features/estimate/rows/field-place.ts";
import { neighborsOf, type StepState } from "#features/estimate/steps/progress.ts";
import { LockedStep, pathOfLockedStep } from "#features/estimate/steps/locked-step.tsx";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { StepFrame, StepSkeleton, useSteps } from "#features/estimate/steps/step-frame.tsx";
import { NoStep, OnlyIfAdded } from "#features/estimate/steps/step-page.tsx";
import { TotalsBar } from "#features/estimate/steps/totals-bar.tsx";
import { useOpenForm } from "#features/estimate/steps/use-open-form.ts";
import { usePageHistory } from "#features/estimate/steps/use-page-history.ts";
import { useRefusedEntries } from "#features/estimate/steps/use-refused-entries.ts";
import { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { useStepGuard } from "#features/estimate/steps/use-step-guard.ts";
import { formOfWindow } from "#features/estimate/windows/form-of-window.ts";
import {
  createNextWindow,
  createWindow,
  discardWindows,
  forgetNewWindow,
  newWindowOf,
  unsavedWindowIds,
} from "#features/estimate/windows/new-window.ts";
import { RemoveWindow } from "#features/estimate/windows/remove-window.tsx";
import { ThisWindow } from "#features/estimate/windows/this-window.tsx";
import { useShownWindow, type ShownWindow } from "#features/estimate/windows/use-shown-window.ts";
import { useWindowTitle } from "#features/estimate/windows/use-window.ts";
import { useWindowsCopy, type WindowsCopy } from "#features/estimate/windows/use-windows-copy.ts";
import classes from "#features/estimate/windows/window-details-page.module.css";
import { NoWindow, WindowEditor } from "#features/estimate/windows/window-editor.tsx";
import { SWITCH_QUESTION, useWindowSwitchGuard } from "#features/estimate/windows/window-guard.ts";
import { WINDOW, WINDOW_SECTION, windowsIn } from "#features/estimate/windows/window-lines.ts";
import { WindowList } from "#features/estimate/windows/window-list.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { notices } from "#ui/notices/notices.ts";

const PopulatePage = lazy(async () => {
  const { PopulatePage: page } = await import("#features/estimate/measurements/populate-page.tsx");
  return { default: page };
});

/** Step 2 of Windows & Doors: the list of windows, and one of them with its drawing and fields (ROUTE-32, OP-39). */
export function WindowDetailsPage() {
  const copy = useWindowsCopy();
  const workflow = useOpenEstimate().workflows.find(({ id }) => id === WINDOWS);
  if (!workflow) return <NoStep title="This step does not exist." />;
  return (
    <OnlyIfAdded workflow={workflow} copy={copy}>
      <WindowsOfCopy workflow={workflow} copy={copy} />
    </OnlyIfAdded>
  );
}

function WindowsOfCopy({ workflow, copy }: { workflow: LocalWorkflow; copy: WindowsCopy }) {
  const { estimate } = useOpenEstimate();
  const form = useOpenForm(copy);
  const steps = useSteps({ workflow, copy });
  const [populating, setPopulating] = useState<{ measured?: MeasurementSet }>();
  const address = useMemo(() => ({ workflow, copy, number: WINDOW_DETAILS_STEP }), [workflow, copy]);
  const skeleton = <StepSkeleton workflow={workflow} copy={copy} sectionId={WINDOW_SECTION} />;
  if (pathOfLockedStep(estimate, address) !== undefined) return <LockedStep step={address}>{skeleton}</LockedStep>;
  const step = steps.find(({ number }) => number === WINDOW_DETAILS_STEP);
  if (!step) return <NoStep title="Window Details is switched off in this company." />;
  if (!form) return skeleton;
  if (populating)
    return (
      <WorkflowFormProvider form={form}>
        <Suspense fallback={skeleton}>
          <PopulatePage
            workflow={workflow}
            copy={copy}
            sectionId={WINDOW_SECTION}
            measured={populating.measured}
            onClose={() => setPopulating(undefined)}
          />
        </Suspense>
      </WorkflowFormProvider>
    );
  return (
    <WorkflowFormProvider form={form}>
      <OpenWindows
        workflow={workflow}
        copy={copy}
        steps={steps}
        onPopulate={(measured) => setPopulating({ ...(measured && { measured }) })}
      />
    </WorkflowFormProvider>
  );
}

function OpenWindows({
  workflow,
  copy,
  steps,
  onPopulate,
}: {
  workflow: LocalWorkflow;
  copy: WindowsCopy;
  steps: readonly StepState[];
  onPopulate: (measured?: MeasurementSet) => void;
}) {
  const form = useWorkflowForm();
  const { estimate } = useOpenEstimate();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const params: { estimateItemId?: string; sourceEstimateItemId?: string } = useParams({ strict: false });
  const asked = {
    windowId: idInAddress(params.estimateItemId),
    sourceId: idInAddress(params.sourceEstimateItemId),
  };
  const estimateId = estimate.id;
  const pathOf = useCallback(
    (windowId: number, sourceId = 0) => windowPath(estimateId, copy, { windowId, sourceId }),
    [estimateId, copy],
  );
  const shown = useShownWindow({
    ...asked,
    onReplaced: useCallback(
      (windowId: number) => void navigate({ ...linkTo(pathOf(windowId)), replace: true, resetScroll: false }),
      [navigate, pathOf],
    ),
  });
  const shownId = shown.state === "here" ? shown.id : undefined;
  const ownForm = useMemo(() => formOfWindow(form, shownId ?? 0), [form, shownId]);
  useStepGuard({ form: ownForm, properties: WINDOW_PROPERTIES, number: WINDOW_DETAILS_STEP });
  useRefusedEntries({ form: ownForm, properties: WINDOW_PROPERTIES });
  useWindowSwitchGuard({ form, windowId: shownId });

  const create = async (): Promise<void> => {
    if (asked.windowId !== 0 || asked.sourceId !== 0) {
      await navigate(linkTo(pathOf(0)));
    } else if (shownId !== undefined && unsavedWindowIds(form).has(shownId)) {
      // The address does not change, so no guard would ask.
      if (!(await confirm(SWITCH_QUESTION))) return;
      discardWindows(form);
      createWindow(form);
    }
    focusRoom(newWindowOf(form)?.id);
  };
  /** After a removal, stays at the shown window, or goes to the removed one's neighbor. */
  const goToNeighbor = useCallback(
    (windowId: number, number: number): void => {
      if (windowId !== shownId) return;
      const createdId = newWindowOf(form)?.id;
      const windows = windowsIn(form).filter(({ id }) => id !== createdId);
      const neighbor = windows[Math.min(number - 1, windows.length - 1)];
      void navigate({ ...linkTo(pathOf(neighbor?.id ?? 0)), replace: true });
    },
    [form, navigate, pathOf, shownId],
  );
  const list = (
    <WindowList
      shownId={shownId}
      newId={shown.state === "here" && shown.isNew ? shown.id : undefined}
      pathOf={pathOf}
      onCreate={() => void create()}
      onRemoved={goToNeighbor}
    />
  );
  return (
    <WorkflowFormProvider form={ownForm}>
      {shown.state === "here" ? (
        <OneWindow
          key={shown.key}
          workflow={workflow}
          copy={copy}
          steps={steps}
          shown={shown}
          pathOf={pathOf}
          list={list}
          onRemoved={goToNeighbor}
          onPopulate={onPopulate}
        />
      ) : (
        <StepFrame workflow={workflow} copy={copy} sectionId={WINDOW_SECTION} sideExtra={list} bar={null}>
          <NoWindow isWaiting={shown.state === "waiting"} listPath={pathOf(windowsIn(form)[0]?.id ?? 0)} />
        </StepFrame>
      )}
    </WorkflowFormProvider>
  );
}

const WINDOW_PROPERTIES: readonly string[] = [WINDOW];

/** Focuses a window's first field once it is rendered. */
const focusRoom = (windowId: number | undefined): void => {
  if (windowId === undefined) return;
  const { activeElement } = document;
  requestAnimationFrame(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
    // Do not interrupt a person who is already typing.
    if (document.activeElement !== activeElement && document.activeElement !== document.body) return;
    focusField({ outer: [{ property: WINDOW, id: windowId }], property: "roomName", lineId: null });
  });
};

interface OneWindowProps {
  readonly workflow: LocalWorkflow;
  readonly copy: WindowsCopy;
  readonly steps: readonly StepState[];
  readonly shown: Extract<ShownWindow, { state: "here" }>;
  readonly pathOf: (windowId: number, sourceId?: number) => string;
  readonly list: React.ReactNode;
  readonly onRemoved: (windowId: number, number: number) => void;
  readonly onPopulate: (measured?: MeasurementSet) => void;
}

function OneWindow({ workflow, copy, steps, shown, pathOf, list, onRemoved, onPopulate }: OneWindowProps) {
  const offersPopulate = useOffersPopulate(WINDOW_SECTION);
  const form = useWorkflowForm();
  const { estimate } = useOpenEstimate();
  const navigate = useNavigate();
  usePageHistory();
  const save = useSaveWindow(shown.id);
  const complete = useSaveForm();
  const [running, setRunning] = useState<"save" | "another" | "next">();
  const count = useFormValue((_snapshot, each) => windowsIn(each).length);
  const title = useWindowTitle(shown);
  if (title === undefined) return null;
  const { next } = neighborsOf(steps, WINDOW_DETAILS_STEP);

  // Navigation is not awaited: if the leave question cancels it, it never settles, and the buttons would stay disabled.
  const run = async (kind: "save" | "another" | "next", work: () => Promise<void>): Promise<void> => {
    setRunning(kind);
    try {
      await work();
    } finally {
      setRunning(undefined);
    }
  };
  const saveWindow = () =>
    run("save", async () => {
      const id = await save();
      // Replace the address of a new window, so that going back does not show an empty form (WF-WIN-23).
      if (id !== undefined) void navigate({ ...linkTo(pathOf(id)), replace: shown.isNew, resetScroll: false });
    });
  const saveAndAdd = () =>
    run("another", async () => {
      const id = await save();
      if (id === undefined) return;
      const added = createNextWindow(form, id);
      void navigate(linkTo(pathOf(0, id))).then(() => {
        notices.add({ message: `Begun with the choices of ${title}, without its room and size`, type: "info" });
        focusRoom(added);
      });
    });
  const goOn = () =>
    run("next", async () => {
      const isSaved = unsavedWindowIds(form).has(shown.id)
        ? (await save()) !== undefined
        : (await complete([], { completesSectionId: WINDOW_SECTION })) === "saved";
      if (isSaved) void navigate(linkTo(next ? stepPath(estimate.id, copy, next.number) : estimatePath(estimate.id)));
    });
  return (
    <StepFrame
      workflow={workflow}
      copy={copy}
      sectionId={WINDOW_SECTION}
      title={title}
      note={shown.isNew ? "not saved yet" : `window ${shown.number} of ${count}`}
      headEnd={
        <div className={classes.headActions}>
          {offersPopulate && <PopulateButton onClick={() => onPopulate()} />}
          {!shown.isNew && (
            <Button
              variant="tertiary"
              leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
              renderRoot={(button) => <Link {...linkTo(pathOf(0, shown.id))} {...button} />}
            >
              Copy
            </Button>
          )}
          {(!shown.isNew || count > 1) && (
            <RemoveWindow windowId={shown.id} title={title} onRemoved={() => onRemoved(shown.id, shown.number)} />
          )}
        </div>
      }
      sideExtra={list}
      bar={
        <TotalsBar
          label="Windows so far"
          extra={<ThisWindow windowId={shown.id} />}
          actions={
            <>
              <Button
                variant="secondary"
                size="lg"
                loading={running === "another"}
                disabled={running !== undefined}
                onClick={() => void saveAndAdd()}
              >
                Save & add another
              </Button>
              <Button
                size="lg"
                loading={running === "save"}
                disabled={running !== undefined}
                onClick={() => void saveWindow()}
              >
                Save window
              </Button>
            </>
          }
        />
      }
    >
      {offersPopulate && <RemeasuredBanner onLook={onPopulate} />}
      <WindowEditor windowId={shown.id} />
      <div className={classes.after}>
        <Button
          variant="secondary"
          loading={running === "next"}
          disabled={running !== undefined}
          onClick={() => void goOn()}
        >
          {next ? `Next: ${next.section.title}` : "Back to the estimate"}
        </Button>
      </div>
    </StepFrame>
  );
}

/** Saves one window and completes the step. Resolves to its id (the server's, if it has one), or undefined if it was not saved. */
function useSaveWindow(windowId: number): () => Promise<number | undefined> {
  const form = useWorkflowForm();
  const save = useSaveForm();
  const { estimates } = useLocalData();
  return async () => {
    const outcome = await save(WINDOW_PROPERTIES, { completesSectionId: WINDOW_SECTION, tells: true });
    if (outcome === "stayed") return undefined;
    if (newWindowOf(form)?.id === windowId) forgetNewWindow(form);
    // While the form has the local id, so does its page; both are replaced together.
    if (windowId > 0 || windowsIn(form).some(({ id }) => id === windowId)) return windowId;
    return (await estimates.itemIdsOf([windowId])).get(windowId) ?? windowId;
  };
}
