import { isMeasuredField, STORY_ROWS } from "@ridgebook/estimating";
import { useEffect, useRef } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { storiesGoneText } from "#features/estimate/steps/stories-gone-text.ts";
import { notices } from "#ui/notices/notices.ts";

/** A house with fewer stories takes their squares away (WF-ROOF-02); where those go does not go unseen. */
export function useTellStoriesGone(): void {
  const form = useWorkflowForm();
  // A text, so that what stays the same is seen to be.
  const shown = useFormValue((_snapshot, opened) =>
    isMeasuredField(opened.copy.workflowId, STORY_ROWS[0])
      ? ["numberOfStories", ...STORY_ROWS]
          .map((property) => opened.shownQuantityAt({ outer: [], property, lineId: null }) ?? 0)
          .join(" ")
      : undefined,
  );
  const last = useRef({ form, shown });
  useEffect(() => {
    const former = last.current;
    last.current = { form, shown };
    if (former.form !== form || former.shown === undefined || shown === undefined) return;
    const message = storiesGoneText(readShown(former.shown), readShown(shown));
    if (message !== undefined) notices.add({ message, type: "info" });
  }, [form, shown]);
}

const readShown = (text: string): { stories: number; squares: number[] } => {
  const [stories = 0, ...squares] = text.split(" ").map(Number);
  return { stories, squares };
};
