/** What the address of the page holds. */
export interface FieldsSearch {
  /** "versions" shows those; otherwise the fields. */
  view?: string;
  workflow?: string;
  searchQuery?: string;
  show?: string;
  page?: string;
  /** The import that is looked at. */
  import?: string;
}

/** In the place of an option: the field itself, with what counts for all of its options. */
export const WHOLE_FIELD = "field";
