import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { extensionsOf } from "#ui/rich-text-editor/editor-extensions.ts";
import type { EditorKeywords } from "#ui/rich-text-editor/editor-keywords.ts";
import { FieldPicker } from "#ui/rich-text-editor/field-picker.tsx";
import { keywordAt, keywordAtCaret, keywordsIn, type FoundKeyword } from "#ui/rich-text-editor/keyword-highlight.ts";
import classes from "#ui/rich-text-editor/rich-text-editor.module.css";
import type { RichTextEditorProps } from "#ui/rich-text-editor/rich-text-editor-props.ts";
import { Toolbar } from "#ui/rich-text-editor/toolbar.tsx";

type Editor = ReturnType<typeof useEditor>;

/** Toolbar and text. In a separate chunk of the app, because it loads the editor's library. */
export function EditorSurface({
  mode,
  value,
  onChange,
  label,
  reduceHtml,
  keywords: givenKeywords,
  readOnly = false,
  error,
  contentId,
  describedBy,
}: Omit<RichTextEditorProps, "heading" | "id" | "hint"> & { contentId: string; describedBy: string }) {
  const keywords = mode === "scopeConfiguration" ? givenKeywords : undefined;
  // The editor depends on the mode and the keywords: it is created again for another mode, and keeps its keywords.
  const [extensions] = useState(() => extensionsOf(mode, keywords));
  const [firstContent] = useState(() => reduceHtml(value, mode));
  /** The text as it was given, and as the editor reports it for that: text that is changed back is reported as it was given. */
  const given = useRef({ value, reduced: firstContent });
  const known = useRef(value);

  const editorProps = useMemo(
    () => ({
      attributes: {
        id: contentId,
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(error && { "aria-invalid": "true" }),
        ...(readOnly && { "aria-readonly": "true" }),
        class: classes.text ?? "",
      },
      transformPastedHTML: (html: string) => reduceHtml(html, mode),
    }),
    [contentId, label, describedBy, error, readOnly, reduceHtml, mode],
  );

  const editor = useEditor({
    extensions,
    editorProps,
    content: firstContent,
    editable: !readOnly,
    // The rules that it would add to the page are in the stylesheet.
    injectCSS: false,
    onUpdate: ({ editor: changed }) => {
      const reduced = changed.isEmpty ? "" : reduceHtml(changed.getHTML(), mode);
      const told = reduced === given.current.reduced ? given.current.value : reduced;
      if (told === known.current) return;
      known.current = told;
      onChange(told);
    },
  });

  useEffect(() => {
    if (value === known.current) return;
    const reduced = reduceHtml(value, mode);
    known.current = value;
    given.current = { value, reduced };
    editor.chain().setMeta("addToHistory", false).setContent(reduced, { emitUpdate: false }).run();
  }, [editor, value, mode, reduceHtml]);

  useEffect(() => {
    if (editor.isEditable === readOnly) editor.setEditable(!readOnly, false);
  }, [editor, readOnly]);

  return (
    <div className={classes.frame} data-error={error ? true : undefined} data-readonly={readOnly || undefined}>
      {!readOnly && (
        <div className={`rb-row ${classes.bar}`}>
          <Toolbar editor={editor} mode={mode} label={label} contentId={contentId} />
          {keywords && <FieldPicker editor={editor} keywords={keywords} />}
        </div>
      )}
      {keywords ? (
        <KeywordTips editor={editor} keywords={keywords} />
      ) : (
        <EditorContent editor={editor} className={classes.content} />
      )}
      {keywords && <KeywordLine editor={editor} keywords={keywords} />}
    </div>
  );
}

interface Tip {
  readonly text: string;
  readonly isProblem: boolean;
  readonly left: number;
  readonly top: number;
}

const TIP_WIDTH_PX = 320;
const TIP_GAP_PX = 2;

/** The text, and a tip about the keyword under the pointer. Escape closes the tip (WCAG 1.4.13). */
function KeywordTips({ editor, keywords }: { editor: Editor; keywords: EditorKeywords }) {
  const [tip, setTip] = useState<Tip>();

  const handleMouseOver = (event: MouseEvent<HTMLDivElement>): void => {
    const target = event.target instanceof Element ? event.target : null;
    // The pointer may move onto the tip.
    if (target?.closest("[role=tooltip]")) return;
    const mark = target?.closest<HTMLElement>("[data-keyword]");
    const found = mark && keywordAt(editor.state, editor.view.posAtDOM(mark, 0));
    if (!mark || !found) {
      setTip(undefined);
      return;
    }
    const around = event.currentTarget.getBoundingClientRect();
    const [line = mark.getBoundingClientRect()] = mark.getClientRects();
    setTip({
      text: keywords.explain(found.keyword),
      isProblem: found.keyword.problem !== undefined,
      left: Math.max(0, Math.min(line.left - around.left, around.width - TIP_WIDTH_PX)),
      top: line.bottom - around.top + TIP_GAP_PX,
    });
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && tip) {
      event.preventDefault();
      setTip(undefined);
    }
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- what the pointer shows here, the line below says where the text is written with the keyboard
    <div
      className={classes.tips}
      // eslint-disable-next-line jsx-a11y/mouse-events-have-key-events -- see above
      onMouseOver={handleMouseOver}
      onMouseLeave={() => setTip(undefined)}
      onKeyDown={handleKeyDown}
    >
      <EditorContent editor={editor} className={classes.content} />
      {tip && (
        <div
          role="tooltip"
          className={classes.tip}
          data-problem={tip.isProblem || undefined}
          style={{ left: tip.left, top: tip.top }}
        >
          {tip.text}
        </div>
      )}
    </div>
  );
}

/** Describes the keyword at the caret; without one, how many do not work, with a link to them. */
function KeywordLine({ editor, keywords }: { editor: Editor; keywords: EditorKeywords }) {
  const { atCaret, failing } = useEditorState({
    editor,
    selector: ({ editor: { state, isFocused } }) => ({
      atCaret: isFocused ? keywordAtCaret(state)?.keyword : undefined,
      failing: keywordsIn(state).filter(({ keyword }) => keyword.problem !== undefined).length,
    }),
  });
  const showNext = (): void => {
    const { head } = editor.state.selection;
    const all = keywordsIn(editor.state).filter(({ keyword }) => keyword.problem !== undefined);
    const next: FoundKeyword | undefined = all.find(({ from }) => from > head) ?? all[0];
    if (next) editor.chain().focus().setTextSelection(next.to).scrollIntoView().run();
  };
  return (
    <div className={classes.foot}>
      <p
        role="status"
        className={`rb-hint ${classes.explanation}`}
        data-problem={atCaret?.problem !== undefined || undefined}
      >
        {atCaret
          ? `${atCaret.text}: ${keywords.explain(atCaret)}`
          : failing > 0
            ? `${String(failing)} ${failing === 1 ? "keyword does" : "keywords do"} not work and will print as nothing.`
            : ""}
      </p>
      {failing > 0 && (
        <button type="button" className={classes.show} onClick={showNext}>
          {failing === 1 ? "Show it" : "Show the next"}
        </button>
      )}
    </div>
  );
}
