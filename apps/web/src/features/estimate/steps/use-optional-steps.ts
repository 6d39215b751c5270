import { emptySummary, summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { useState } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import {
  countItems,
  optionalChoices,
  ownProperties,
  saveToggle,
  toggleEdit,
  toggleSection,
  type OptionalChoice,
} from "#features/estimate/steps/optional-sections.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";

/**
 * The optional steps of a copy, and adding or removing them. Asks before removing steps that hold something. The list follows the estimate,
 * so a refused toggle reverts with all unsaved edits intact.
 */
export function useOptionalSteps({ copy, workflow }: { copy: EstimateCopy; workflow: LocalWorkflow }): {
  choices: readonly OptionalChoice[];
  toggle: (choice: OptionalChoice) => Promise<void>;
  /** A toggle is being saved. */
  isSaving: boolean;
} {
  const { estimate, openForm } = useOpenEstimate();
  const { estimates } = useLocalData();
  const { reportFailure } = useSession();
  const confirm = useConfirm();
  const [isSaving, setIsSaving] = useState(false);
  const summary = estimate.workflowSummaries[summaryKey(copy)] ?? emptySummary(copy);

  const toggle = async ({ id, title, isAdded, sectionIds }: OptionalChoice): Promise<void> => {
    const properties = isAdded ? ownProperties({ workflow, summary, sectionIds }) : [];
    const form = await openForm(copy);
    const count = countItems({ items: estimate.items, copy, properties });
    if (isAdded && (count > 0 || form.isChanged(properties))) {
      const isSure = await confirm({
        title: `Remove ${title} from this estimate?`,
        message: "What is entered in these steps goes with them.",
        confirmText: "Remove",
        kind: "warning",
      });
      if (!isSure) return;
    }
    setIsSaving(true);
    const edit = toggleEdit({
      copy,
      optionalSectionIds: toggleSection({
        workflowId: workflow.id,
        optionalSectionIds: summary.optionalSectionIds,
        id,
        isAdded: !isAdded,
      }),
      removedProperties: count > 0 ? properties : [],
    });
    await saveToggle({
      estimate,
      edit,
      save: (...args) => estimates.save(...args),
      reportFailure,
      // These edits are no longer visible, but would keep the removed items in the total.
      onSaved: () => {
        if (form.isChanged(properties)) form.discard(properties);
      },
    });
    setIsSaving(false);
  };

  return { choices: optionalChoices({ workflow, summary }), toggle, isSaving };
}
