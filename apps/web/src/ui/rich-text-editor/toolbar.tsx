import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useState, type KeyboardEvent } from "react";
import { MODE_TOOLS, type EditorMode, type ToolName } from "#ui/rich-text-editor/editor-modes.ts";
import classes from "#ui/rich-text-editor/rich-text-editor.module.css";
import { keysText, TOOLS } from "#ui/rich-text-editor/tools.ts";

/**
 * The tools of a mode. Tab reaches one of them, the arrow keys, Home and End the others. A tool without an effect stays reachable, so that the focus is
 * not lost with the last undo.
 */
export function Toolbar({
  editor,
  mode,
  label,
  contentId,
}: {
  editor: Editor;
  mode: EditorMode;
  label: string;
  contentId: string;
}) {
  const groups = MODE_TOOLS[mode];
  const names = groups.flat();
  const [reached, setReached] = useState<ToolName | undefined>(names[0]);
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      Object.fromEntries(
        names.map((name) => {
          const { isOn, isUseful } = TOOLS[name];
          return [name, { isOn: isOn?.(current), isUseful: isUseful?.(current) ?? true }];
        }),
      ),
  });

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = names.findIndex((name) => name === reached);
    const next =
      event.key === "ArrowRight"
        ? (at + 1) % names.length
        : event.key === "ArrowLeft"
          ? (at + names.length - 1) % names.length
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? names.length - 1
              : undefined;
    const name = next === undefined ? undefined : names[next];
    if (name === undefined) return;
    event.preventDefault();
    setReached(name);
    event.currentTarget.querySelector<HTMLElement>(`[data-tool="${name}"]`)?.focus();
  };

  return (
    <div
      role="toolbar"
      aria-label={`Formatting of ${label}`}
      aria-controls={contentId}
      className={classes.tools}
      onKeyDown={handleKeyDown}
    >
      {groups.map((group, index) => (
        <div key={group[0]} className={classes.group}>
          {index > 0 && <span className={classes.divider} aria-hidden />}
          {group.map((name) => {
            const { label: toolLabel, keys, icon: Icon, run } = TOOLS[name];
            const { isOn, isUseful = true } = states[name] ?? {};
            return (
              <button
                key={name}
                type="button"
                data-tool={name}
                className={classes.tool}
                tabIndex={name === reached ? 0 : -1}
                title={`${toolLabel} (${keysText(keys)})`}
                aria-label={toolLabel}
                aria-pressed={isOn}
                aria-disabled={!isUseful || undefined}
                onFocus={() => setReached(name)}
                // The text keeps its selection.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => isUseful && run(editor)}
              >
                <Icon size={20} stroke={1.75} aria-hidden />
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
