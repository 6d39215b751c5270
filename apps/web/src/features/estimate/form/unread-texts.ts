import {
  fieldByKey,
  fieldProblemTexts,
  linesOf,
  type FieldProblem,
  type FormLine,
  type LineStep,
  type WorkflowValues,
} from "@ridgebook/estimating";
import type {
  FieldPlace,
  FormProblem,
  FormSnapshot,
  UnreadQuantity,
  WorkflowForm,
} from "#features/estimate/form/workflow-form.ts";
import { isSamePlace } from "#features/estimate/rows/field-place.ts";

/*
 * What stands in the quantities of an open form and is no number. Lines hold numbers only: there such a quantity is empty. What was
 * typed, and what is wrong with it, stands here, so that a field and the summary of errors say the same, and goes into the draft, so
 * that it is there again after a reload.
 */

export interface UnreadText {
  readonly typed: string;
  /** "“12 years” is not a number." */
  readonly problem: string;
}

export interface UnreadTexts {
  /** What a quantity's field holds that is no number; null once it is one. */
  note(at: FieldPlace, text: UnreadText | null): void;
  /** Undefined where the form holds something else by now, as after undoing. */
  textAt(at: FieldPlace): UnreadText | undefined;
}

interface Entry {
  readonly at: FieldPlace;
  readonly text: UnreadText;
}

/** For a form that is not opened to be edited, such as one of a test: its fields tell what is wrong by themselves. */
const NO_TEXTS: UnreadTexts = { note: () => undefined, textAt: () => undefined };

/** By the way to hear of changes, which a form and the views of it have in common. */
const textsByForm = new WeakMap<WorkflowForm["subscribe"], UnreadTexts>();

export const unreadTextsOf = (form: Pick<WorkflowForm, "subscribe">): UnreadTexts =>
  textsByForm.get(form.subscribe) ?? NO_TEXTS;

const topOf = ({ outer, property }: FieldPlace): string => outer[0]?.property ?? property;

/** As the engine names the way to a line: "custom.0". */
function pathOf(values: WorkflowValues, steps: readonly LineStep[]): string {
  let lines: WorkflowValues | undefined = values;
  return steps
    .map(({ property, id }) => {
      const rows: readonly FormLine[] = linesOf(lines, property);
      const index = rows.findIndex((line) => line.id === id);
      lines = rows[index]?.children;
      return `${property}.${String(index)}`;
    })
    .join(".");
}

/** Where a text of a draft stands, as rows are drawn; nowhere for a field that is not there any more. */
function entryOf({ copy }: WorkflowForm, { path, typed }: UnreadQuantity): readonly Entry[] {
  const outer = path.slice(0, -1);
  const field = fieldByKey(copy.workflowId, path.map(({ property }) => property).join("."));
  const line = path.at(-1);
  if (!field || !line) return [];
  const at = { outer, property: line.property, lineId: field.allowMultiple ? line.id : null };
  return [{ at, text: { typed, problem: fieldProblemTexts.unreadable(typed) } }];
}

/**
 * The form with what its quantities hold besides numbers: one that cannot be read is told as that instead of as missing, and is not
 * left behind unasked.
 *
 * @param kept of the draft that the form was opened with
 */
export function withUnreadTexts(form: WorkflowForm, kept: readonly UnreadQuantity[] = []): WorkflowForm {
  let entries: readonly Entry[] = kept.flatMap((each) => entryOf(form, each));
  let last: { readonly of: FormSnapshot; readonly entries: readonly Entry[]; readonly seen: FormSnapshot } | undefined;
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  form.subscribe(tell);
  const subscribe: WorkflowForm["subscribe"] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  /** Where the quantity is still empty: otherwise the form holds something else by now. */
  const standing = (properties?: readonly string[]): readonly Entry[] =>
    entries.filter(({ at }) => (!properties || properties.includes(topOf(at))) && form.lineAt(at)?.quantity === null);

  const pathTo = (at: FieldPlace): UnreadQuantity["path"] => {
    const id = at.lineId ?? form.lineAt(at)?.id;
    return id === undefined ? [] : [...at.outer, { property: at.property, id }];
  };

  let lastUnread: { readonly of: readonly Entry[]; readonly unread: FormSnapshot["unread"] } = { of: [], unread: [] };
  const unreadNow = (): FormSnapshot["unread"] => {
    const of = standing();
    const isSame = of.length === lastUnread.of.length && of.every((entry, index) => entry === lastUnread.of[index]);
    if (!isSame) lastUnread = { of, unread: of.map(({ at, text: { typed } }) => ({ path: pathTo(at), typed })) };
    return lastUnread.unread;
  };

  const withUnread = <Told extends FormProblem>(problems: readonly Told[]): readonly (Told | FieldProblem)[] => {
    const unread = standing();
    if (unread.length === 0) return problems;
    const { values } = form.getSnapshot();
    const told: (Told | FieldProblem)[] = [...problems];
    for (const { at, text } of unread) {
      const line = form.lineAt(at);
      if (!line) continue;
      const problem: FieldProblem = {
        path: `${pathOf(values, [...at.outer, { property: at.property, id: line.id }])}.quantity`,
        ...{ fieldId: form.definitionOf(at).id, lineId: line.id, code: "unreadable", text: text.problem },
      };
      const asMissing = told.findIndex(({ path, code }) => path === problem.path && code === "required");
      if (asMissing >= 0) told[asMissing] = problem;
    }
    return told;
  };

  const getSnapshot = (): FormSnapshot => {
    const of = form.getSnapshot();
    if (entries.length === 0) return of;
    if (last?.of === of && last.entries === entries) return last.seen;
    const { values, lines, totals, comparisons, unsavedZeros } = of;
    const unread = unreadNow();
    const isChanged = of.isChanged || unread.length > 0;
    const seen: FormSnapshot = {
      ...{ values, lines, totals, comparisons, unread, unsavedZeros, isChanged, problems: withUnread(of.problems) },
      // Still worked out only for whoever asks.
      get lineById() {
        return of.lineById;
      },
      get recommendations() {
        return of.recommendations;
      },
    };
    last = { of, entries, seen };
    return seen;
  };

  textsByForm.set(subscribe, {
    note: (at, text) => {
      const others = entries.filter((entry) => !isSamePlace(entry.at, at));
      if (others.length === entries.length && !text) return;
      entries = text ? [...others, { at, text }] : others;
      tell();
    },
    textAt: (at) => standing().find((entry) => isSamePlace(entry.at, at))?.text,
  });

  return {
    ...form,
    subscribe,
    getSnapshot,
    problemsOf: (at) => {
      const { id } = form.definitionOf(at);
      const lineId = at.lineId ?? form.lineAt(at)?.id ?? null;
      return getSnapshot().problems.filter((problem) => problem.fieldId === id && problem.lineId === lineId);
    },
    validate: (properties) => withUnread(form.validate(properties)),
    isChanged: (properties) => form.isChanged(properties) || standing(properties).length > 0,
    toDraft: () => {
      const unread = unreadNow();
      if (unread.length === 0) return form.toDraft();
      const draft = form.toDraft(new Set(unread.flatMap(({ path: [top] }) => top?.property ?? [])));
      return draft && { ...draft, unread };
    },
    discard: (properties) => {
      entries = entries.filter(({ at }) => properties && !properties.includes(topOf(at)));
      form.discard(properties);
    },
    receive: (saved, newIds) => {
      const idNow = (id: number): number => newIds.get(id) ?? id;
      if (newIds.size > 0)
        entries = entries.map(({ at, ...entry }) => ({
          ...entry,
          at: {
            ...at,
            outer: at.outer.map(({ property, id }) => ({ property, id: idNow(id) })),
            lineId: at.lineId === null ? null : idNow(at.lineId),
          },
        }));
      form.receive(saved, newIds);
    },
  };
}
