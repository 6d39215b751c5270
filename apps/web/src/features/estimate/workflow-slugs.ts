/**
 * Folder names of the workflows in addresses (1.§2, OP-35). General has no pages of its own. A module without imports: the router
 * needs it, and the first page shall not load what calculates.
 */
export const WORKFLOW_SLUGS = {
  1: "roofing",
  2: "siding",
  3: "windows",
  4: "gutters",
  5: "repairs",
  6: "insulation",
  7: "trim",
} as const;
