/** A keyword in a text: `text.slice(start, end)`. */
export interface EditorKeyword {
  readonly kind: string;
  readonly fieldIds: readonly string[];
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Why it has no effect; missing on one that works. */
  readonly problem?: string;
}

/** A field that a keyword can use, as it is searched for: by name. */
export interface KeywordField {
  readonly id: string;
  readonly name: string;
}

export interface KeywordKindChoice {
  readonly kind: string;
  /** Such as "Check the line if". */
  readonly label: string;
  /** The keyword's effect, in a sentence. */
  readonly hint: string;
  /** Whether one keyword of this kind can name several fields. */
  readonly takesSeveral?: boolean;
}

/**
 * The editor's access to the keywords of its text. The editor keeps the `parse` and `name` that it was opened with, so this must stay the same object
 * while the editor is on the page.
 */
export interface EditorKeywords {
  readonly parse: (text: string) => readonly EditorKeyword[];
  /** A keyword's name in the text: "Eave length, quantity". Called for those that work. */
  readonly name: (keyword: EditorKeyword) => string;
  /** A keyword's effect or error, in a sentence. */
  readonly explain: (keyword: EditorKeyword) => string;
  readonly kinds: readonly KeywordKindChoice[];
  readonly fields: readonly KeywordField[];
  /** A keyword's code. */
  readonly write: (kind: string, fieldIds: readonly string[]) => string;
}
