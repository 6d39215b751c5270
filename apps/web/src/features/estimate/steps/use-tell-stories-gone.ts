import { isMeasuredField, NUMBER_OF_STORIES, STORY_ROWS } from "@ridgebook/estimating";
import { useEffect, useRef } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { storiesGoneText } from "#features/estimate/steps/stories-gone-text.ts";
import { notices } from "#ui/notices/notices.ts";

/** Notifies where the squares of upper stories went when the number of stories is reduced (WF-ROOF-02). */
export function useTellStoriesGone(): void {
  const form = useWorkflowForm();
  // As a string, so that equal values compare as equal.
  const shown = useFormValue((_snapshot, opened) =>
    isMeasuredField(opened.copy.workflowId, STORY_ROWS[0])
      ? [NUMBER_OF_STORIES, ...STORY_ROWS]
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
