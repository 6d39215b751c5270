import { CONTRACT_VERSION, OLDEST_CONTRACT_VERSION, Problem, type FieldErrors, type Route } from "@ridgebook/contract";
import { addErrors, MAX_REPORTED_PROBLEMS } from "./field-errors.ts";
import { unknownFieldsOf } from "./unknown-fields.ts";

/** The calling app's version against this server's: `newer` apps know fields and calls that this server does not. */
type AppAge = "understood" | "tooOld" | "newer";

/** @param contractVersion the version that the app was built with; undefined for callers that send none, which count as understood */
export function appAgeOf(contractVersion: number | undefined): AppAge {
  if (contractVersion === undefined) return "understood";
  if (contractVersion < OLDEST_CONTRACT_VERSION) return "tooOld";
  return contractVersion > CONTRACT_VERSION ? "newer" : "understood";
}

const MISSING_ROUTE = { understood: "notFound", tooOld: "appTooOld", newer: "serverTooOld" } as const;

/** The problem of a call to a route that this server does not have. */
export const missingRoute = (contractVersion: number | undefined): Problem =>
  new Problem(MISSING_ROUTE[appAgeOf(contractVersion)]);

/**
 * Makes a newer app's change wait until this server is updated, if it does not fit this server's shapes. The app has validated it, and
 * dropping unknown fields here would lose data silently.
 *
 * @param errors the errors of the server's own parsing
 */
export function assertShapeKnown({
  route,
  body,
  contractVersion,
  errors,
}: {
  route: Route;
  body: unknown;
  contractVersion: number | undefined;
  errors: FieldErrors;
}): void {
  if (!route.isSyncedChange || appAgeOf(contractVersion) !== "newer") return;
  const all: FieldErrors = { ...errors };
  const unknown = route.body ? unknownFieldsOf(route.body, body, MAX_REPORTED_PROBLEMS) : [];
  addErrors(all, Object.fromEntries(unknown.map((field) => [field, ["This field is not known."]])));
  if (Object.keys(all).length > 0) throw new Problem("serverTooOld", { errors: all });
}
