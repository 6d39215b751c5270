import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconH1,
  IconH2,
  IconH3,
  IconItalic,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconUnderline,
  type Icon,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import type { ToolName } from "#ui/rich-text-editor/editor-modes.ts";

/** A button of the toolbar. */
interface Tool {
  readonly label: string;
  /** The keys on the button's tip: Mod is Ctrl, on a Mac Command. */
  readonly keys: string;
  readonly icon: Icon;
  readonly run: (editor: Editor) => boolean;
  /** Whether the selection has it already; for tools that toggle. */
  readonly isOn?: (editor: Editor) => boolean;
  /** For tools that may have no effect. */
  readonly isUseful?: (editor: Editor) => boolean;
}

const heading = (level: 1 | 2 | 3, icon: Icon): Tool => ({
  label: `Heading ${String(level)}`,
  keys: `Mod+Alt+${String(level)}`,
  icon,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive("heading", { level }),
});

export const TOOLS: Readonly<Record<ToolName, Tool>> = {
  bold: {
    label: "Bold",
    keys: "Mod+B",
    icon: IconBold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive("bold"),
  },
  italic: {
    label: "Italic",
    keys: "Mod+I",
    icon: IconItalic,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive("italic"),
  },
  underline: {
    label: "Underline",
    keys: "Mod+U",
    icon: IconUnderline,
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    isOn: (editor) => editor.isActive("underline"),
  },
  heading1: heading(1, IconH1),
  heading2: heading(2, IconH2),
  heading3: heading(3, IconH3),
  bulletList: {
    label: "Bullet list",
    keys: "Mod+Shift+8",
    icon: IconList,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive("bulletList"),
  },
  numberedList: {
    label: "Numbered list",
    keys: "Mod+Shift+7",
    icon: IconListNumbers,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive("orderedList"),
  },
  taskList: {
    label: "Task list",
    keys: "Mod+Shift+9",
    icon: IconListCheck,
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
    isOn: (editor) => editor.isActive("taskList"),
  },
  undo: {
    label: "Undo",
    keys: "Mod+Z",
    icon: IconArrowBackUp,
    run: (editor) => editor.chain().focus().undo().run(),
    isUseful: (editor) => editor.can().undo(),
  },
  redo: {
    label: "Redo",
    keys: "Mod+Shift+Z",
    icon: IconArrowForwardUp,
    run: (editor) => editor.chain().focus().redo().run(),
    isUseful: (editor) => editor.can().redo(),
  },
};

const isMac = (): boolean => /Mac|iP(hone|ad)/.test(navigator.platform);

/** "Ctrl+B", on a Mac "⌘B". */
export const keysText = (keys: string): string =>
  isMac() ? keys.replace("Mod+", "⌘").replace("Alt+", "⌥").replace("Shift+", "⇧") : keys.replace("Mod", "Ctrl");
