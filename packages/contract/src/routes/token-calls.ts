import type { TokenAccess } from "#entities/api-access.ts";
import type { RouteName } from "./routes.ts";

/**
 * The calls that a company's integration token may make, and whether they need "readWrite". A call that is not listed is
 * refused: settings, users, files, mail, batches and every call added later. In a module of its own, because the app's first
 * scripts hold the routes and do not need this.
 */
export const TOKEN_CALLS = {
  listLeads: "read",
  searchLeads: "read",
  getLead: "read",
  createLead: "readWrite",
  updateLead: "readWrite",
  deleteLead: "readWrite",
  listEstimates: "read",
  getEstimate: "read",
  createEstimate: "readWrite",
  updateEstimate: "readWrite",
  deleteEstimate: "readWrite",
  listDocuments: "read",
  getDocument: "read",
  viewDocument: "read",
  createDocument: "readWrite",
  updateDocument: "readWrite",
  deleteDocument: "readWrite",
} as const satisfies Partial<Record<RouteName, TokenAccess>>;
export type TokenCallName = keyof typeof TOKEN_CALLS;

/** Whether the integration token may make a call. */
export function mayTokenCall(name: RouteName, access: TokenAccess): boolean {
  const needed = Object.hasOwn(TOKEN_CALLS, name) ? TOKEN_CALLS[name as TokenCallName] : undefined;
  return needed === "read" || (needed === "readWrite" && access === "readWrite");
}

/** What a caller reads whose token is unknown, ended, or of an inactive company. */
export const TOKEN_NOT_VALID = "This integration token is not valid.";
/** What a caller reads whose token may not make the call. */
export const TOKEN_MAY_NOT = "The integration token may not make this call.";
