/** The four modes of the editor (3.§4): the possible contents of each, and so its tools. */
export type EditorMode = "standard" | "email" | "checklist" | "scopeConfiguration";

const TOOL_NAMES = [
  "bold",
  "italic",
  "underline",
  "heading1",
  "heading2",
  "heading3",
  "bulletList",
  "numberedList",
  "taskList",
  "undo",
  "redo",
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

const CHECKLIST: readonly (readonly ToolName[])[] = [
  ["heading2", "heading3"],
  ["bold", "italic", "underline"],
  ["taskList"],
  ["undo", "redo"],
];

/** The tools of each mode, in groups, in the order of the toolbar. */
export const MODE_TOOLS: Readonly<Record<EditorMode, readonly (readonly ToolName[])[]>> = {
  standard: [
    ["bold", "italic", "underline"],
    ["bulletList", "numberedList"],
    ["undo", "redo"],
  ],
  email: [
    ["heading1", "heading2"],
    ["bold", "italic", "underline"],
    ["bulletList", "numberedList"],
    ["undo", "redo"],
  ],
  checklist: CHECKLIST,
  scopeConfiguration: CHECKLIST,
};

export const hasTool = (mode: EditorMode, name: ToolName): boolean =>
  MODE_TOOLS[mode].some((group) => group.includes(name));
