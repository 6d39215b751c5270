import { findField, parseFieldId, type FieldId } from "@ridgebook/estimating";

/*
 * Parses keywords in scope-of-work texts (3.§5, estimating.md §7), as in checklist OP-07: {{if 1.58}}, {{if 1.58+1.60}}, {{value 1.36}},
 * {{quantity 1.58}}, {{each 3.1}}. Case-insensitive, with spaces allowed anywhere inside.
 */

export const KEYWORD_KINDS = ["if", "value", "quantity", "each"] as const;
export type KeywordKind = (typeof KEYWORD_KINDS)[number];

export interface Keyword {
  /** "unknown" if it is none of the four: it has a problem. */
  readonly kind: KeywordKind | "unknown";
  /** The ids as written, including unknown fields. */
  readonly fieldIds: readonly FieldId[];
  /** With its braces. */
  readonly text: string;
  /** Its position: `text.slice(start, end)`. */
  readonly start: number;
  readonly end: number;
  /** Why it prints nothing, in words for the admin; undefined for a valid keyword. */
  readonly problem?: string;
}

/** Two braces, and the rest of the keyword on the line. */
const BRACES = /\{\{([^{}\n]*)(\}\})?/g;
/** The certain part of an unclosed keyword: its name and ids. */
const UNCLOSED = /^\s*(?:if|value|quantity|each)?\b(?:\s*\d+\.\d+(?:\s*\+\s*\d+\.\d+)*)?/i;
const PARTS = /^\s*([\p{L}]*)([\s\S]*)$/u;

const isKind = (word: string): word is KeywordKind => KEYWORD_KINDS.some((kind) => kind === word);

/** "an if-keyword" and "a value-keyword". */
const nameOf = (kind: KeywordKind): string => `${kind === "if" || kind === "each" ? "an" : "a"} ${kind}-keyword`;

function problemOf(kind: KeywordKind | "unknown", word: string, ids: readonly string[]): string | undefined {
  if (kind === "unknown")
    return word === ""
      ? "Between the braces stands if, value, quantity or each, and the id of a field."
      : `“${word}” is not a keyword. There are if, value, quantity and each.`;
  const [first, ...others] = ids;
  if (first === undefined || ids.every((id) => id === ""))
    return `Name the field of ${nameOf(kind)} by its id, such as 1.58.`;
  const misspelled = ids.find((id) => !parseFieldId(id));
  if (misspelled !== undefined)
    return misspelled === ""
      ? "Between two plus signs stands the id of a field."
      : `“${misspelled}” is not the id of a field. Ids look like 1.58.`;
  if (others.length > 0 && kind !== "if")
    return `Only an if-keyword can name several fields; use one field for ${nameOf(kind)}.`;
  const unknown = ids.find((id) => !findField(id));
  return unknown === undefined ? undefined : `There is no field ${unknown}.`;
}

function readKeyword(inner: string, isClosed: boolean): Pick<Keyword, "kind" | "fieldIds" | "problem"> {
  const [, word = "", rest = ""] = PARTS.exec(inner) ?? [];
  const lowered = word.toLowerCase();
  const kind = isKind(lowered) ? lowered : "unknown";
  const ids = rest.split("+").map((id) => id.replace(/\s+/g, ""));
  const problem = isClosed ? problemOf(kind, word, ids) : "This keyword has no end. Close it with }}.";
  return {
    kind,
    fieldIds: ids.filter((id): id is FieldId => parseFieldId(id) !== null),
    ...(problem !== undefined && { problem }),
  };
}

/** All keywords of a text from left to right, valid or not. */
export function parseKeywords(text: string): readonly Keyword[] {
  return [...text.matchAll(BRACES)].map((found): Keyword => {
    const [whole, inner = "", closing] = found;
    const isClosed = closing !== undefined;
    const shown = isClosed ? whole : `{{${(UNCLOSED.exec(inner)?.[0] ?? "").trimEnd()}`;
    const start = found.index;
    return {
      ...readKeyword(isClosed ? inner : shown.slice(2), isClosed),
      text: shown,
      start,
      end: start + shown.length,
    };
  });
}

/**
 * Explains a keyword to the author of the text (KEY-06), or its problem.
 *
 * @param fieldLabel a field's label, such as "Eave length"
 */
export function explainKeyword(
  { kind, fieldIds, problem }: Pick<Keyword, "kind" | "fieldIds" | "problem">,
  { fieldLabel }: { readonly fieldLabel: (id: FieldId) => string },
): string {
  if (problem !== undefined || kind === "unknown") return `${problem ?? ""} It prints as nothing.`.trimStart();
  const names = fieldIds.map((id) => `${fieldLabel(id)} (${id})`);
  const [name = ""] = names;
  switch (kind) {
    case "if":
      return names.length > 1
        ? `The line is checked if any of these has a quantity: ${names.join(", ")}. It is unchecked if all are 0.`
        : `The line is checked if ${name} has a quantity. It is unchecked if that is 0.`;
    case "value":
      return `Is replaced with what is chosen or entered for ${name}.`;
    case "quantity":
      return `Is replaced with the quantity of ${name}, as a number without its unit.`;
    case "each":
      return `The line is repeated for each ${name}. Value and quantity in the line then speak of that one.`;
  }
}
