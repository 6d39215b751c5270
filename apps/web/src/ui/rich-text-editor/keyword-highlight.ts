import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState, type Selection } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { EditorKeyword, EditorKeywords } from "#ui/rich-text-editor/editor-keywords.ts";

/*
 * Keywords of a text, highlighted without being part of it: the stored text stays plain. A working one is drawn by its name until the caret is in it;
 * its letters stay in the text, for copying, searching and screen readers. The nodes of the document never change, so a line is parsed once and again
 * only after an edit.
 */

/** A keyword and its position in the document. */
export interface FoundKeyword {
  readonly keyword: EditorKeyword;
  readonly from: number;
  readonly to: number;
}

interface Highlight {
  readonly found: readonly FoundKeyword[];
  /** The one at the caret, if the text has the focus. */
  readonly open: FoundKeyword | undefined;
  readonly decorations: DecorationSet;
}

const NONE: Highlight = { found: [], open: undefined, decorations: DecorationSet.empty };
const highlightKey = new PluginKey<Highlight>("keywordHighlight");

/** One character for each position inside a line, so that offsets in the text are positions in the document. */
const lineText = (line: Node): string => line.textBetween(0, line.content.size, "\n", "\n");

/** Classes of a working and of a broken keyword; used by the stylesheet and by the tip. */
const markOf = ({ problem }: EditorKeyword): "works" | "fails" => (problem === undefined ? "works" : "fails");

/** Also directly before and behind it: between letters without width the caret would be invisible. */
const keywordBeside = (found: readonly FoundKeyword[], { empty, head }: Selection): FoundKeyword | undefined =>
  empty ? found.find(({ from, to }) => from <= head && head <= to) : undefined;

export const KeywordHighlight = Extension.create<Pick<EditorKeywords, "parse" | "name">>({
  name: "keywordHighlight",
  addOptions: () => ({ parse: () => [], name: ({ text }) => text }),
  addProseMirrorPlugins() {
    const { parse, name } = this.options;
    const keywordsByLine = new WeakMap<Node, readonly EditorKeyword[]>();
    const keywordsOf = (line: Node): readonly EditorKeyword[] => {
      const known = keywordsByLine.get(line);
      if (known) return known;
      const keywords = parse(lineText(line));
      keywordsByLine.set(line, keywords);
      return keywords;
    };
    const findIn = (doc: Node): readonly FoundKeyword[] => {
      const found: FoundKeyword[] = [];
      doc.descendants((node, position) => {
        if (!node.isTextblock) return true;
        for (const keyword of keywordsOf(node))
          found.push({ keyword, from: position + 1 + keyword.start, to: position + 1 + keyword.end });
        return false;
      });
      return found;
    };
    const draw = (doc: Node, found: readonly FoundKeyword[], open: FoundKeyword | undefined): Highlight => {
      if (found.length === 0) return NONE;
      const marks = found.map((each) =>
        Decoration.inline(each.from, each.to, {
          nodeName: "span",
          "data-keyword": markOf(each.keyword),
          ...(each.keyword.problem === undefined && { "data-name": name(each.keyword) }),
          ...(each === open && { "data-open": "true" }),
        }),
      );
      return { found, open, decorations: DecorationSet.create(doc, marks) };
    };
    return [
      new Plugin<Highlight>({
        key: highlightKey,
        state: {
          init: (_config, { doc, selection }) => {
            const found = findIn(doc);
            return draw(doc, found, keywordBeside(found, selection));
          },
          apply: ({ docChanged, doc, selection }, before) => {
            const found = docChanged ? findIn(doc) : before.found;
            const open = keywordBeside(found, selection);
            return docChanged || open !== before.open ? draw(doc, found, open) : before;
          },
        },
        props: { decorations: (state) => highlightKey.getState(state)?.decorations },
      }),
    ];
  },
});

/** Every keyword from the start of the text to its end. */
export const keywordsIn = (state: EditorState): readonly FoundKeyword[] => highlightKey.getState(state)?.found ?? [];

/** The keyword at a position, or directly before or behind it. */
export const keywordAt = (state: EditorState, position: number): FoundKeyword | undefined =>
  keywordsIn(state).find(({ from, to }) => from <= position && position <= to);

/** The keyword at the caret; none while text is selected. */
export const keywordAtCaret = (state: EditorState): FoundKeyword | undefined =>
  state.selection.empty ? keywordAt(state, state.selection.head) : undefined;
