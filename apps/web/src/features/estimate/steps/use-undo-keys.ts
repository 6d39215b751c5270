import { useEffect } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";

/** The browser undoes free text by itself; quantities and choices use the form's undo. */
function isWritingText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  const isText = ["text", "search", "email", "url", "tel", ""].includes(target.type);
  return isText && target.inputMode !== "decimal" && target.inputMode !== "numeric";
}

/** Ctrl or Cmd + Z undoes the last edit; with Shift, or as Ctrl + Y, redoes it. Ignored while a dialog is open. */
export function useUndoKeys(): void {
  const form = useWorkflowForm();
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      const isRedo = (key === "z" && event.shiftKey) || (key === "y" && !event.shiftKey);
      const isUndo = key === "z" && !event.shiftKey;
      if (!isUndo && !isRedo) return;
      if (isWritingText(event.target) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (isUndo) form.undo();
      else form.redo();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [form]);
}
