/** A keyword in a text: `text.slice(start, end)`. */
export interface EditorKeyword {
  readonly kind: string;
  readonly fieldIds: readonly string[];
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Why it says nothing; missing on one that works. */
  readonly problem?: string;
}

/** What a keyword can be about, as it is looked for: by name. */
export interface KeywordField {
  readonly id: string;
  readonly name: string;
}

export interface KeywordKindChoice {
  readonly kind: string;
  /** Such as "Check the line if". */
  readonly label: string;
  /** What the keyword does, in a sentence. */
  readonly hint: string;
  /** One keyword of this kind can name several fields. */
  readonly takesSeveral?: boolean;
}

/**
 * What the editor has to know of the keywords of its text. The editor keeps the `parse` and `name` that it was opened with, so the whole
 * stays the same object while the editor is on the page.
 */
export interface EditorKeywords {
  readonly parse: (text: string) => readonly EditorKeyword[];
  /** What a keyword is called in the text: "Eave length, quantity". Asked for those that work. */
  readonly name: (keyword: EditorKeyword) => string;
  /** What a keyword does, or what is wrong with it, in a sentence. */
  readonly explain: (keyword: EditorKeyword) => string;
  readonly kinds: readonly KeywordKindChoice[];
  readonly fields: readonly KeywordField[];
  /** How a keyword is written. */
  readonly write: (kind: string, fieldIds: readonly string[]) => string;
}
