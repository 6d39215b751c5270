import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { isSteppedWorkflow } from "#features/estimate/paths.ts";
import { thingsToLookAt } from "#features/estimate/scope-check/finding-words.ts";
import { ScopeCheck } from "#features/estimate/scope-check/scope-check.tsx";
import { untouchedWork } from "#features/estimate/scope-check/untouched-work.ts";
import { useScopeFindings } from "#features/estimate/scope-check/use-scope-findings.ts";
import classes from "#features/estimate/summary/scope-panel.module.css";
import { Panel } from "#ui/panel.tsx";
import { Tag } from "#ui/tag.tsx";

/** What the estimate may lack: the number of findings, and each on request. */
export function ScopePanel() {
  const { estimate } = useOpenEstimate();
  const findings = useScopeFindings();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (!estimate.workflowIds.some(isSteppedWorkflow)) return null;
  const count = findings.length + untouchedWork(estimate).length;
  return (
    <Panel
      title="Scope"
      actions={
        <>
          {count > 0 && <Tag tone="warn">{thingsToLookAt(count)}</Tag>}
          <Button
            variant="tertiary"
            className={classes.headAction}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Hide the check" : "Check the scope"}
          </Button>
        </>
      }
    >
      <div id={id}>
        {isOpen ? (
          <ScopeCheck />
        ) : (
          <p className={classes.empty}>
            {count === 0
              ? "Nothing is missing in what is saved."
              : "Before you present it: work not begun, and lines that are missing, do not agree or have no price."}
          </p>
        )}
      </div>
    </Panel>
  );
}
