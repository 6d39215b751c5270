import { Button } from "@mantine/core";
import { idInAddress } from "@ridgebook/contract";
import { IconChevronLeft } from "@tabler/icons-react";
import { Link, useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useWorkflowForm, WorkflowFormProvider } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { quickEstimatePath, quickWindowPath, WINDOWS } from "#features/estimate/paths.ts";
import { AmountsSwitch } from "#features/estimate/rows/amounts-switch.tsx";
import { HelpOf } from "#features/estimate/steps/help-button.tsx";
import { sectionOf } from "#features/estimate/steps/section-fields.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { PageFrame, ShownProblems, UndoButtons, UntilSaved } from "#features/estimate/steps/step-frame.tsx";
import { NoStep, OnlyIfAdded } from "#features/estimate/steps/step-page.tsx";
import { TotalsBar } from "#features/estimate/steps/totals-bar.tsx";
import { useOpenForm } from "#features/estimate/steps/use-open-form.ts";
import { usePageHistory } from "#features/estimate/steps/use-page-history.ts";
import { useRefusedEntries } from "#features/estimate/steps/use-refused-entries.ts";
import { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { useUndoKeys } from "#features/estimate/steps/use-undo-keys.ts";
import { formOfWindow } from "#features/estimate/windows/form-of-window.ts";
import { forgetNewWindow, newWindowOf } from "#features/estimate/windows/new-window.ts";
import classes from "#features/estimate/windows/quick-window-page.module.css";
import { RemoveWindow } from "#features/estimate/windows/remove-window.tsx";
import { ThisWindow } from "#features/estimate/windows/this-window.tsx";
import { useShownWindow, type ShownWindow } from "#features/estimate/windows/use-shown-window.ts";
import { useWindowTitle } from "#features/estimate/windows/use-window.ts";
import { useWindowsCopy, type WindowsCopy } from "#features/estimate/windows/use-windows-copy.ts";
import { NoWindow, WindowEditor } from "#features/estimate/windows/window-editor.tsx";
import { useQuickWindowGuard, useWindowSwitchGuard } from "#features/estimate/windows/window-guard.ts";
import { WINDOW, WINDOW_SECTION } from "#features/estimate/windows/window-lines.ts";
import { usePageTitle } from "#ui/page-place.ts";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";

const WINDOW_PROPERTIES: readonly string[] = [WINDOW];

/** The quick estimate of one window: only its fields (ROUTE-29, WF-WIN-27). Id 0 is a new window. */
export function QuickWindowPage() {
  const copy = useWindowsCopy();
  const workflow = useOpenEstimate().workflows.find(({ id }) => id === copy.workflowId);
  const form = useOpenForm(copy);
  usePageTitle("Quick estimate");
  if (!workflow) return <NoStep title="This page does not exist." />;
  return (
    <OnlyIfAdded workflow={workflow} copy={copy}>
      {form ? (
        <WorkflowFormProvider form={form}>
          <OpenWindow copy={copy} />
        </WorkflowFormProvider>
      ) : (
        <PageFrame side={null} head={<h1 className="rb-heading">Window</h1>} bar={null}>
          <SkeletonRows rows={8} label="Opening the window" />
        </PageFrame>
      )}
    </OnlyIfAdded>
  );
}

function OpenWindow({ copy }: { copy: WindowsCopy }) {
  const form = useWorkflowForm();
  const { estimate } = useOpenEstimate();
  const navigate = useNavigate();
  const params: { windowId?: string } = useParams({ strict: false });
  const estimateId = estimate.id;
  const shown = useShownWindow({
    windowId: idInAddress(params.windowId),
    sourceId: 0,
    onReplaced: useCallback(
      (windowId: number) =>
        void navigate({ ...linkTo(quickWindowPath(estimateId, copy, windowId)), replace: true, resetScroll: false }),
      [navigate, estimateId, copy],
    ),
  });
  const shownId = shown.state === "here" ? shown.id : undefined;
  const ownForm = useMemo(() => formOfWindow(form, shownId ?? 0), [form, shownId]);
  const listPath = quickEstimatePath(estimateId, copy);
  useQuickWindowGuard(ownForm);
  useWindowSwitchGuard({ form, windowId: shownId });
  const back = (
    <Link {...linkTo(listPath)} className={classes.back}>
      <IconChevronLeft size={16} stroke={1.75} aria-hidden />
      All windows
    </Link>
  );
  return (
    <WorkflowFormProvider form={ownForm}>
      {shown.state === "here" ? (
        <OneWindow key={shown.key} shown={shown} back={back} listPath={listPath} />
      ) : (
        <PageFrame side={back} head={<h1 className="rb-heading">Window</h1>} bar={null}>
          <NoWindow isWaiting={shown.state === "waiting"} listPath={listPath} />
        </PageFrame>
      )}
    </WorkflowFormProvider>
  );
}

function OneWindow({
  shown,
  back,
  listPath,
}: {
  shown: Extract<ShownWindow, { state: "here" }>;
  back: React.ReactNode;
  listPath: string;
}) {
  const form = useWorkflowForm();
  const save = useSaveForm();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const [isSaving, setIsSaving] = useState(false);
  useUndoKeys();
  usePageHistory();
  useRefusedEntries({ form, properties: WINDOW_PROPERTIES });
  useFieldOfAddress();
  const title = useWindowTitle(shown);
  if (title === undefined) return null;

  const saveWindow = async (): Promise<void> => {
    setIsSaving(true);
    try {
      if ((await save(WINDOW_PROPERTIES, { tells: true })) === "stayed") return;
      if (newWindowOf(form)?.id === shown.id) forgetNewWindow(form);
      // Not awaited: navigation that the leave question cancels never settles.
      void navigate(linkTo(listPath));
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <PageFrame
      side={back}
      head={
        <>
          <div>
            {isPhone && back}
            <div className={classes.title}>
              <h1 className="rb-heading">{title}</h1>
              <HelpOf workflowId={WINDOWS} component={sectionOf(WINDOW_SECTION).component} />
            </div>
            <p className="rb-caption">Quick estimate · one window</p>
          </div>
          <div className={`rb-row ${classes.headEnd}`}>
            <UndoButtons />
            {!shown.isNew && (
              <RemoveWindow
                windowId={shown.id}
                title={title}
                onRemoved={() => void navigate({ ...linkTo(listPath), replace: true })}
              />
            )}
            <AmountsSwitch />
          </div>
        </>
      }
      bar={
        <TotalsBar
          label="Windows so far"
          extra={<ThisWindow windowId={shown.id} />}
          actions={
            <Button size="lg" loading={isSaving} onClick={() => void saveWindow()}>
              Save window
            </Button>
          }
        />
      }
    >
      <ShownProblems />
      <UntilSaved>
        <WindowEditor windowId={shown.id} />
      </UntilSaved>
    </PageFrame>
  );
}

/** Focuses the field in the address's hash, which links in the error list use. */
function useFieldOfAddress(): void {
  const hash = useLocation({ select: (location) => location.hash });
  useLayoutEffect(() => {
    if (hash !== "") document.getElementById(hash)?.focus({ preventScroll: true });
  }, [hash]);
  useEffect(() => {
    // After the router, which scrolls to the top first.
    if (hash !== "") document.getElementById(hash)?.scrollIntoView({ block: "center" });
  }, [hash]);
}
