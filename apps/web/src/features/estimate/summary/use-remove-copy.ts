import { copiesOf, summaryKey } from "@ridgebook/contract";
import { formatMoney } from "#features/estimate/format.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { contentsFor, countLines, emptied, isSameCopy } from "#features/estimate/summary/copy-contents.ts";
import { estimateFigures, type WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import { termsDraftKey } from "#features/estimate/summary/terms-draft.ts";
import { useSaveEstimate } from "#features/estimate/summary/use-save-estimate.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { notices } from "#ui/notices/notices.ts";

/** "12 lines go with it, $20,354.88." */
function sizeText({ lines, total, isOne }: { lines: number; total: number; isOne: boolean }): string {
  const it = isOne ? "it" : "them";
  if (lines === 0) return `Nothing is entered in ${it}.`;
  return `${lines === 1 ? "1 line goes" : `${lines} lines go`} with ${it}, ${formatMoney(total)}.`;
}

/**
 * Removes a workflow or a further copy of it: asks once and names what is removed, and offers an undo. Removing the first copy removes the
 * further ones too.
 */
export function useRemoveCopy(): (row: WorkflowRow) => Promise<void> {
  const { estimate, workflows, openForm } = useOpenEstimate();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const save = useSaveEstimate();
  const confirm = useConfirm();
  return async ({ copy, title }) => {
    const isFirst = copy.workflowEstimateId === 1;
    const removed = copiesOf(estimate).filter((each) =>
      isFirst ? each.workflowId === copy.workflowId : isSameCopy(each, copy),
    );
    const rows = estimateFigures(estimate, workflows).rows.filter((row) =>
      removed.some((each) => isSameCopy(each, row.copy)),
    );
    const lines = removed.reduce((sum, each) => sum + countLines(estimate.items, each), 0);
    const others = rows.filter((row) => !isSameCopy(row.copy, copy)).map((row) => row.title);
    const isSure = await confirm({
      title: others.length === 0 ? `Remove ${title}?` : `Remove ${title} and ${others.join(", ")}?`,
      message: sizeText({
        lines,
        total: rows.reduce((sum, { totals }) => sum + totals.totalWithMargin, 0),
        isOne: others.length === 0,
      }),
      confirmText: "Remove",
      kind: "error",
    });
    if (!isSure) return;

    const members = {
      workflowIds: estimate.workflowIds.filter((id) => !isFirst || id !== copy.workflowId),
      duplicateWorkflows: estimate.duplicateWorkflows.filter((each) => !removed.some((gone) => isSameCopy(gone, each))),
    };
    const isSaved = await save({ members, parts: removed.map((each) => emptied(estimate, each)) });
    if (!isSaved) return;
    const bringBack = async (): Promise<void> => {
      try {
        const nextId = await localData.estimates.reserveItemIds();
        const now = await localData.estimates.find(estimate.id);
        if (!now) return;
        await save(
          {
            members: {
              workflowIds: [...new Set([...now.workflowIds, copy.workflowId as (typeof now.workflowIds)[number]])],
              duplicateWorkflows: [
                ...now.duplicateWorkflows,
                ...estimate.duplicateWorkflows.filter(
                  (each) =>
                    removed.some((gone) => isSameCopy(gone, each)) &&
                    !now.duplicateWorkflows.some((other) => isSameCopy(other, each)),
                ),
              ],
            },
            parts: removed.map((each) => contentsFor({ estimate, from: each, to: each.workflowEstimateId, nextId })),
          },
          { from: now },
        );
      } catch (error) {
        await reportFailure(error);
      }
    };
    notices.add({
      message: `${title} is removed from this estimate`,
      action: { label: "Undo", run: () => void bringBack() },
    });
    // Unsaved edits belong to the removed copy.
    try {
      for (const each of removed) {
        await localData.estimates.drafts.drop({ estimateId: estimate.id, copyKey: summaryKey(each) });
        await localData.estimates.drafts.drop(termsDraftKey(estimate.id, each));
        (await openForm(each)).discard();
      }
    } catch (error) {
      await reportFailure(error);
    }
  };
}
