import type { ReactNode } from "react";
import type { EditorKeywords } from "#ui/rich-text-editor/editor-keywords.ts";
import type { EditorMode } from "#ui/rich-text-editor/editor-modes.ts";

export interface RichTextEditorProps {
  mode: EditorMode;
  /** HTML, "" for no text. Another value than the one reported last replaces what is shown (RTE-07). */
  value: string;
  /** Called with HTML that is reduced to the mode; "" when the text is empty (RTE-08). */
  onChange: (html: string) => void;
  /** Labels the editor; shown above it unless it has a heading. */
  label: string;
  /** Shown above the editor instead of the label (RTE-06). */
  heading?: ReactNode;
  /** Reduces any HTML to what the mode can produce, normalized; stored, pasted and reported text goes through it. */
  reduceHtml: (html: string, mode: EditorMode) => string;
  /** The keywords of the scope-configuration mode; the other modes have none. */
  keywords?: EditorKeywords | undefined;
  readOnly?: boolean;
  /** The id of the text, for a list of errors that leads to it. */
  id?: string;
  error?: string | undefined;
  hint?: ReactNode;
}
