import type { TokenAccess } from "#entities/api-access.ts";
import type { RouteName } from "./routes.ts";

/**
 * The calls allowed to a company's integration token, and whether they need "readWrite". All others are rejected: settings, users, files,
 * mail, batches and every call added later. A separate module, because the app's first scripts need the routes but not this.
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

export function mayTokenCall(name: RouteName, access: TokenAccess): boolean {
  const needed = Object.hasOwn(TOKEN_CALLS, name) ? TOKEN_CALLS[name as TokenCallName] : undefined;
  return needed === "read" || (needed === "readWrite" && access === "readWrite");
}

/** The message for an unknown or ended token, or one of an inactive company. */
export const TOKEN_NOT_VALID = "This integration token is not valid.";
export const TOKEN_MAY_NOT = "The integration token may not make this call.";
