/**
 * Slugs of the workflows in addresses (1.§2, OP-35). General has no pages. Without imports, so that the router can use it
 * without loading the estimating engine.
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
