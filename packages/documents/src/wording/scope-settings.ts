import type { Settings } from "@ridgebook/contract";

/** The setting that holds the scope of work of a workflow. */
const SCOPE_SETTING = {
  1: "contractRoofingScopeOfWork",
  2: "contractSidingScopeOfWork",
  3: "contractWindowsScopeOfWork",
  4: "contractGuttersScopeOfWork",
  5: "contractRepairScopeOfWork",
  6: "contractInsulationScopeOfWork",
  7: "contractTrimScopeOfWork",
} as const satisfies Readonly<Record<number, keyof Settings>>;

const hasScope = (workflowId: number): workflowId is keyof typeof SCOPE_SETTING => workflowId in SCOPE_SETTING;

/** A workflow's scope of work as the company wrote it; "" for one that has none. */
export const scopeTextOf = (settings: Settings, workflowId: number): string =>
  hasScope(workflowId) ? settings[SCOPE_SETTING[workflowId]] : "";
