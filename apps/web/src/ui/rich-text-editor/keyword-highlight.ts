import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { EditorKeyword, EditorKeywords } from "#ui/rich-text-editor/editor-keywords.ts";

/*
 * Keywords of a text, marked without being part of it: what is stored stays plain words. The nodes of the document never change, so
 * a line is read once and again only after it was edited.
 */

/** A keyword and where it stands in the document. */
export interface FoundKeyword {
  readonly keyword: EditorKeyword;
  readonly from: number;
  readonly to: number;
}

interface Highlight {
  readonly found: readonly FoundKeyword[];
  readonly decorations: DecorationSet;
}

const NONE: Highlight = { found: [], decorations: DecorationSet.empty };
const highlightKey = new PluginKey<Highlight>("keywordHighlight");

/** One character for each position inside a line, so that places in the text are places in the document. */
const lineText = (line: Node): string => line.textBetween(0, line.content.size, "\n", "\n");

/** Of a keyword that works and of one that does not; read by the stylesheet and by the tip. */
const markOf = ({ problem }: EditorKeyword): "works" | "fails" => (problem === undefined ? "works" : "fails");

export const KeywordHighlight = Extension.create<{ parse: EditorKeywords["parse"] }>({
  name: "keywordHighlight",
  addOptions: () => ({ parse: () => [] }),
  addProseMirrorPlugins() {
    const { parse } = this.options;
    const keywordsByLine = new WeakMap<Node, readonly EditorKeyword[]>();
    const keywordsOf = (line: Node): readonly EditorKeyword[] => {
      const known = keywordsByLine.get(line);
      if (known) return known;
      const keywords = parse(lineText(line));
      keywordsByLine.set(line, keywords);
      return keywords;
    };
    const highlight = (doc: Node): Highlight => {
      const found: FoundKeyword[] = [];
      doc.descendants((node, position) => {
        if (!node.isTextblock) return true;
        for (const keyword of keywordsOf(node))
          found.push({ keyword, from: position + 1 + keyword.start, to: position + 1 + keyword.end });
        return false;
      });
      if (found.length === 0) return NONE;
      const marks = found.map(({ keyword, from, to }) =>
        Decoration.inline(from, to, { nodeName: "span", "data-keyword": markOf(keyword) }),
      );
      return { found, decorations: DecorationSet.create(doc, marks) };
    };
    return [
      new Plugin<Highlight>({
        key: highlightKey,
        state: {
          init: (_config, { doc }) => highlight(doc),
          apply: (transaction, before) => (transaction.docChanged ? highlight(transaction.doc) : before),
        },
        props: { decorations: (state) => highlightKey.getState(state)?.decorations },
      }),
    ];
  },
});

/** Every keyword from the start of the text to its end. */
export const keywordsIn = (state: EditorState): readonly FoundKeyword[] => highlightKey.getState(state)?.found ?? [];

/** The keyword at a position: also directly before and behind it. */
export const keywordAt = (state: EditorState, position: number): FoundKeyword | undefined =>
  keywordsIn(state).find(({ from, to }) => from <= position && position <= to);

/** The keyword in which somebody writes; none while a stretch of text is selected. */
export const keywordAtCaret = (state: EditorState): FoundKeyword | undefined =>
  state.selection.empty ? keywordAt(state, state.selection.head) : undefined;
