import { Problem } from "@ridgebook/contract";
import type { SaveResult } from "./outbox.ts";

/** Codes of refusals by the device itself: the record is gone, or other records refer to it. */
const OWN_CODES: ReadonlySet<string> = new Set(["notFound", "inUse"]);

/** Turns a refusal by the device itself into an outcome, like a refusal by the server. Throws any other error again. */
export function asRefusal(id: number, error: unknown): SaveResult {
  if (error instanceof Problem && OWN_CODES.has(error.code)) return { outcome: "refused", id, problem: error };
  throw error;
}
