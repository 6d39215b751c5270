import { Problem, type HoverJob, type HoverMeasurements, isObject } from "@ridgebook/contract";

/*
 * Replies about Hover are checked for what the device goes by; the server has checked the rest. The schemas of the contract would be
 * in the first download for it.
 */

const isJob = (body: unknown): body is HoverJob =>
  isObject(body) && typeof body.id === "string" && Array.isArray(body.models) && body.models.every(isObject);

const isMeasurements = (body: unknown): body is HoverMeasurements =>
  isObject(body) && typeof body.jobId === "string" && typeof body.modelId === "string" && "document" in body;

/** Null: Hover has no such job. Throws `unavailable` for what cannot come from our server. */
export function readJob(body: unknown): HoverJob | null {
  if (body === null || isJob(body)) return body;
  throw new Problem("unavailable");
}

/** Null: there are none yet. Throws `unavailable` for what cannot come from our server. */
export function readMeasurements(body: unknown): HoverMeasurements | null {
  if (body === null || isMeasurements(body)) return body;
  throw new Problem("unavailable");
}
