/** The state in the page's address. */
export interface FieldsSearch {
  /** "versions" shows those; otherwise the fields. */
  view?: string;
  workflow?: string;
  searchQuery?: string;
  show?: string;
  page?: string;
  /** The shown import. */
  import?: string;
}

/** Instead of an option: the field itself, with the values for all of its options. */
export const WHOLE_FIELD = "field";
