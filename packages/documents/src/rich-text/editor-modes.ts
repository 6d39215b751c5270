/** The four modes of the editor (3.§4). */
export const EDITOR_MODES = ["standard", "email", "checklist", "scopeConfiguration"] as const;
export type EditorMode = (typeof EDITOR_MODES)[number];

export type HeadingLevel = 1 | 2 | 3;

/** What text of a mode may contain, besides paragraphs with bold, italic and underlined words. */
export interface ModeRules {
  /** From the highest to the lowest; empty for a mode without headings. */
  readonly headingLevels: readonly HeadingLevel[];
  readonly hasLists: boolean;
  readonly hasTasks: boolean;
  readonly hasKeywords: boolean;
}

const checklist: ModeRules = { headingLevels: [2, 3], hasLists: false, hasTasks: true, hasKeywords: false };

export const MODE_RULES: Readonly<Record<EditorMode, ModeRules>> = {
  standard: { headingLevels: [], hasLists: true, hasTasks: false, hasKeywords: false },
  email: { headingLevels: [1, 2], hasLists: true, hasTasks: false, hasKeywords: false },
  checklist,
  scopeConfiguration: { ...checklist, hasKeywords: true },
};
