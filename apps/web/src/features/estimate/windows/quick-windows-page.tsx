import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useCallback } from "react";
import type { FormProblem, FormSnapshot } from "#features/estimate/form/workflow-form.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { quickWindowPath, WINDOWS } from "#features/estimate/paths.ts";
import { ProblemPathProvider } from "#features/estimate/rows/problem-path.ts";
import { QuickEstimatePage } from "#features/estimate/steps/quick-estimate-page.tsx";
import { linkTo, readStepAddress, type StepAddress } from "#features/estimate/steps/step-address.ts";
import { windowOfProblem } from "#features/estimate/windows/form-of-window.ts";
import classes from "#features/estimate/windows/quick-windows-page.module.css";
import { useWindowsCopy } from "#features/estimate/windows/use-windows-copy.ts";
import { readWindowAddress } from "#features/estimate/windows/window-address.ts";
import { WINDOW_SECTION } from "#features/estimate/windows/window-lines.ts";
import { WindowsTotal } from "#features/estimate/windows/window-list.tsx";
import { WindowTable } from "#features/estimate/windows/window-table.tsx";

/**
 * All steps of Windows & Doors on one page with one save; each window in the list has its own page (EST-21). Errors of a window link
 * to its page.
 */
export function QuickWindowsPage() {
  const pathOf = usePathOfWindow();
  const pathOfProblem = useCallback(
    (problem: FormProblem, snapshot: FormSnapshot) => {
      const windowId = windowOfProblem(problem, snapshot);
      return windowId === undefined ? undefined : pathOf(windowId);
    },
    [pathOf],
  );
  return (
    <ProblemPathProvider value={pathOfProblem}>
      <QuickEstimatePage renderSection={renderSection} readAddress={readQuickAddress} />
    </ProblemPathProvider>
  );
}

const renderSection = (sectionId: number) => (sectionId === WINDOW_SECTION ? <Windows /> : undefined);

/** The list and its windows' pages share one form, so opening a window does not leave it. */
function readQuickAddress(pathname: string): StepAddress | undefined {
  const address = readWindowAddress(pathname);
  return address?.page === "quickWindow"
    ? { estimateId: String(address.estimateId), workflowId: WINDOWS, number: undefined }
    : readStepAddress(pathname);
}

function usePathOfWindow(): (windowId: number) => string {
  const copy = useWindowsCopy();
  const estimateId = useOpenEstimate().estimate.id;
  return useCallback((windowId) => quickWindowPath(estimateId, copy, windowId), [estimateId, copy]);
}

function Windows() {
  const pathOf = usePathOfWindow();
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
