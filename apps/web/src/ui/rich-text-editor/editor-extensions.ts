import type { Extensions } from "@tiptap/core";
import { ListItem, TaskItem, TaskList } from "@tiptap/extension-list";
import { StarterKit } from "@tiptap/starter-kit";
import type { EditorKeywords } from "#ui/rich-text-editor/editor-keywords.ts";
import { hasTool, type EditorMode, type ToolName } from "#ui/rich-text-editor/editor-modes.ts";
import { KeywordHighlight } from "#ui/rich-text-editor/keyword-highlight.ts";

/*
 * Lists have one level, task lists among them (RTE-09), as on paper. Tab and Shift+Tab therefore always lead to the next control and
 * the one before, and the focus is never trapped in the text.
 */

const FlatListItem = ListItem.extend({
  content: "paragraph+",
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) };
  },
});

const FlatTaskItem = TaskItem.extend({
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) };
  },
}).configure({
  nested: false,
  a11y: { checkboxLabel: ({ textContent }) => textContent || "Empty line" },
});

const HEADINGS = [
  { tool: "heading1", level: 1 },
  { tool: "heading2", level: 2 },
  { tool: "heading3", level: 3 },
] as const satisfies readonly { tool: ToolName; level: number }[];

/** The possible contents of a mode's text: nothing else can be typed or pasted. */
export function extensionsOf(mode: EditorMode, keywords: EditorKeywords | undefined): Extensions {
  const levels = HEADINGS.filter(({ tool }) => hasTool(mode, tool)).map(({ level }) => level);
  const hasLists = hasTool(mode, "bulletList");
  return [
    StarterKit.configure({
      blockquote: false,
      code: false,
      codeBlock: false,
      horizontalRule: false,
      link: false,
      strike: false,
      // A separate line behind a list would be one more empty line in the stored text.
      gapcursor: false,
      trailingNode: false,
      listItem: false,
      dropcursor: { color: "var(--rb-action)", width: 2 },
      heading: levels.length > 0 && { levels: [...levels] },
      ...(!hasLists && { bulletList: false, orderedList: false }),
    }),
    ...(hasLists ? [FlatListItem] : []),
    ...(hasTool(mode, "taskList") ? [TaskList, FlatTaskItem] : []),
    ...(mode === "scopeConfiguration" && keywords
      ? [KeywordHighlight.configure({ parse: keywords.parse, name: keywords.name })]
      : []),
  ];
}
