import { CONTRACT_VERSION, OLDEST_CONTRACT_VERSION, Problem, type FieldErrors, type Route } from "@ridgebook/contract";
import { addErrors, MAX_REPORTED_PROBLEMS } from "./field-errors.ts";
import { unknownFieldsOf } from "./unknown-fields.ts";

/** How a calling app stands to this server: `newer` ones know fields and calls that are not here yet. */
type AppAge = "understood" | "tooOld" | "newer";

/** @param contractVersion what the app was built with; undefined for callers that name none, which are taken at their word */
export function appAgeOf(contractVersion: number | undefined): AppAge {
  if (contractVersion === undefined) return "understood";
  if (contractVersion < OLDEST_CONTRACT_VERSION) return "tooOld";
  return contractVersion > CONTRACT_VERSION ? "newer" : "understood";
}

const MISSING_ROUTE = { understood: "notFound", tooOld: "appTooOld", newer: "serverTooOld" } as const;

/** What a call hears that this server does not have. */
export const missingRoute = (contractVersion: number | undefined): Problem =>
  new Problem(MISSING_ROUTE[appAgeOf(contractVersion)]);

/**
 * A change of a newer app that does not fit this server's shapes waits until the server is updated. It was checked where it was
 * made, and fields that were left out here would be lost without a word.
 *
 * @param errors what the server's own parsing found
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
