import type { Editor } from "@tiptap/core";
import { IconBraces } from "@tabler/icons-react";
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ToggleEvent } from "react";
import { countedText } from "#ui/counted-text.ts";
import type { EditorKeywords, KeywordField } from "#ui/rich-text-editor/editor-keywords.ts";
import { findFields } from "#ui/rich-text-editor/find-fields.ts";
import { keywordAtCaret, type FoundKeyword } from "#ui/rich-text-editor/keyword-highlight.ts";
import classes from "#ui/rich-text-editor/rich-text-editor.module.css";

const GAP_PX = 4;
const EDGE_PX = 8;
/** More than people read; typing more narrows the list. */
const MAX_SHOWN = 60;

/** Writes a keyword into the text: first its effect is chosen, then its field, by name. */
export function FieldPicker({ editor, keywords }: { editor: Editor; keywords: EditorKeywords }) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [kind, setKind] = useState(keywords.kinds[0]?.kind ?? "");

  const handleToggle = (event: ToggleEvent<HTMLDivElement>): void => {
    setIsOpen(event.newState === "open");
    if (event.newState !== "open" || !opener.current) return;
    const { left, top, bottom } = opener.current.getBoundingClientRect();
    const { style, offsetWidth } = event.currentTarget;
    const { clientWidth, clientHeight } = document.documentElement;
    style.left = `${String(Math.max(EDGE_PX, Math.min(left, clientWidth - offsetWidth - EDGE_PX)))}px`;
    // On the side with more room: below the button, or above it.
    const below = clientHeight - bottom;
    if (below >= top) Object.assign(style, { top: `${String(bottom + GAP_PX)}px`, bottom: "auto" });
    else Object.assign(style, { top: "auto", bottom: `${String(clientHeight - top + GAP_PX)}px` });
    style.maxHeight = `${String(Math.max(below, top) - GAP_PX - EDGE_PX)}px`;
  };

  const insert = (text: string, place: { from: number; to: number }): void => {
    panel.current?.hidePopover();
    // At once: the editor's own focus comes with the next frame, and keys pressed before would be lost.
    editor.view.focus();
    editor.view.dispatch(editor.state.tr.insertText(text, place.from, place.to).scrollIntoView());
  };

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={classes.insert}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <IconBraces size={20} stroke={1.75} aria-hidden />
        Insert field
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Insert field"
        data-ground="surface"
        className={classes.picker}
        onToggle={handleToggle}
      >
        {isOpen && <Choices editor={editor} keywords={keywords} kind={kind} onKind={setKind} onInsert={insert} />}
      </div>
    </>
  );
}

/** The keyword that one more field joins: the one at the caret, if it works and can name several. */
function keywordToJoin(editor: Editor, kind: string, keywords: EditorKeywords): FoundKeyword | undefined {
  const found = keywordAtCaret(editor.state);
  const takesSeveral = keywords.kinds.some((known) => known.kind === kind && known.takesSeveral);
  return takesSeveral && found?.keyword.kind === kind && found.keyword.problem === undefined ? found : undefined;
}

function Choices({
  editor,
  keywords,
  kind,
  onKind,
  onInsert,
}: {
  editor: Editor;
  keywords: EditorKeywords;
  kind: string;
  onKind: (kind: string) => void;
  onInsert: (text: string, place: { from: number; to: number }) => void;
}) {
  const id = useId();
  const [sought, setSought] = useState("");
  const [reached, setReached] = useState(0);
  const matches = useMemo(() => findFields(keywords.fields, sought), [keywords, sought]);
  const shown = matches.slice(0, MAX_SHOWN);
  const chosenKind = keywords.kinds.find((known) => known.kind === kind);
  const joined = keywordToJoin(editor, kind, keywords);

  const choose = ({ id: fieldId }: KeywordField): void => {
    const { from, to } = joined ?? editor.state.selection;
    const ids = joined ? [...new Set([...joined.keyword.fieldIds, fieldId])] : [fieldId];
    onInsert(keywords.write(kind, ids), { from, to });
  };
  const reach = (index: number): void => {
    setReached(index);
    document.getElementById(`${id}-${String(index)}`)?.scrollIntoView({ block: "nearest" });
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const field = shown[reached];
    if (event.key === "Enter") {
      // The form around the editor must not be submitted.
      event.preventDefault();
      if (field) choose(field);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (shown.length > 0) reach((reached + step + shown.length) % shown.length);
    }
  };

  return (
    <>
      <fieldset className={classes.kinds}>
        <legend className="rb-visually-hidden">What the keyword does</legend>
        {keywords.kinds.map((one) => (
          <label key={one.kind} className={`rb-tile ${classes.kind}`}>
            <input
              type="radio"
              name={`${id}-kind`}
              value={one.kind}
              checked={one.kind === kind}
              onChange={() => onKind(one.kind)}
            />
            <span>{one.label}</span>
          </label>
        ))}
      </fieldset>
      <p className={`rb-hint ${classes.kindHint}`}>
        {joined ? `The field joins ${joined.keyword.text}: any of them is enough.` : chosenKind?.hint}
      </p>
      <label className="rb-legend" htmlFor={`${id}-search`}>
        Field
      </label>
      <input
        // Opened to search for a field: the search gets the focus at once.
        ref={focusAtFirst}
        id={`${id}-search`}
        type="search"
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? `${id}-${String(reached)}` : undefined}
        autoComplete="off"
        placeholder="Eave length"
        className={classes.search}
        value={sought}
        onChange={(event) => {
          setSought(event.currentTarget.value);
          setReached(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <p role="status" className={shown.length > 0 ? "rb-visually-hidden" : classes.nothing}>
        {shown.length === 0 ? `No field is called “${sought.trim()}”.` : countedText(matches.length, "field")}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label="Fields" className={classes.fields}>
        {shown.map((field, index) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search has the focus and its keys choose; a press is the other way
          <div
            key={field.id}
            id={`${id}-${String(index)}`}
            role="option"
            aria-selected={index === reached}
            className={classes.field}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(field)}
          >
            <span className={classes.fieldName}>{field.name}</span>
            <span className={`rb-caption ${classes.fieldId}`}>{field.id}</span>
          </div>
        ))}
      </div>
      {matches.length > shown.length && (
        <p className={classes.more}>{String(matches.length - shown.length)} more. Type a part of the name.</p>
      )}
    </>
  );
}

const focusAtFirst = (input: HTMLInputElement | null): void => input?.focus();
