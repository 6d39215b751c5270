import { Problem } from "@ridgebook/contract";
import type { SaveResult } from "./outbox.ts";

/** Codes with which the device itself says no: the record is gone, or others name it. */
const OWN_CODES: ReadonlySet<string> = new Set(["notFound", "inUse"]);

/** What the device itself refuses is an outcome like the server's refusals. Anything else is thrown again. */
export function asRefusal(id: number, error: unknown): SaveResult {
  if (error instanceof Problem && OWN_CODES.has(error.code)) return { outcome: "refused", id, problem: error };
  throw error;
}
