import { explainKeyword, KEYWORD_KINDS, parseKeywords, reduceHtml } from "@ridgebook/documents";
import { useEffect, useState } from "react";
import { mountPage } from "#testing/mount-page.tsx";
import type { EditorKeywords } from "#ui/rich-text-editor/editor-keywords.ts";
import type { EditorMode } from "#ui/rich-text-editor/editor-modes.ts";
import type { RichTextEditorProps } from "#ui/rich-text-editor/rich-text-editor-props.ts";
import { RichTextEditor } from "#ui/rich-text-editor/rich-text-editor.tsx";

/* A page for the browser tests of the editor: one editor with the real keywords, and the HTML that it reported last. */

const NAMES: Readonly<Record<string, string>> = {
  "1.36": "Ice barrier rows",
  "1.37": "Valley length",
  "1.58": "Eave length",
};

const keywords: EditorKeywords = {
  parse: parseKeywords,
  name: ({ kind, fieldIds }) => `${fieldIds.join(" or ")}, ${kind}`,
  explain: (keyword) =>
    explainKeyword(keyword as ReturnType<typeof parseKeywords>[number], { fieldLabel: (id) => NAMES[id] ?? id }),
  kinds: KEYWORD_KINDS.map((kind) => ({ kind, label: kind, hint: `About ${kind}`, takesSeveral: kind === "if" })),
  fields: Object.entries(NAMES).map(([id, name]) => ({ id, name })),
  write: (kind, ids) => `{{${kind} ${ids.join("+")}}}`,
};

interface Given extends Partial<Pick<RichTextEditorProps, "heading" | "readOnly" | "error" | "hint">> {
  readonly mode: EditorMode;
  readonly value?: string;
}

let told: string[] = [];
let give: (value: string) => void = () => undefined;

function EditorOnPage({ value = "", ...given }: Given) {
  const [html, setHtml] = useState(value);
  useEffect(() => {
    give = setHtml;
  }, []);
  return (
    <main style={{ padding: 24, background: "var(--rb-surface)" }}>
      <h1 className="rb-heading">Texts</h1>
      <RichTextEditor
        {...given}
        label="Scope"
        value={html}
        reduceHtml={reduceHtml}
        keywords={keywords}
        onChange={(next) => {
          told.push(next);
          setHtml(next);
        }}
      />
      <button type="button">After</button>
    </main>
  );
}

export const editorPage = {
  mount: (given: Given): void => {
    told = [];
    mountPage(<EditorOnPage {...given} />);
  },
  /** The editor's reports, in order. */
  told: (): string[] => told,
  /** Another value from outside. */
  give: (value: string): void => {
    give(value);
  },
};
