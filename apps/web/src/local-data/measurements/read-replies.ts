import { Problem, type HoverJob, type HoverMeasurements, isObject } from "@ridgebook/contract";

/*
 * Checks the members of replies about Hover that the device uses; the server has checked the rest. The contract's schemas would be
 * part of the first page load.
 */

const isJob = (body: unknown): body is HoverJob =>
  isObject(body) && typeof body.id === "string" && Array.isArray(body.models) && body.models.every(isObject);

const isMeasurements = (body: unknown): body is HoverMeasurements =>
  isObject(body) && typeof body.jobId === "string" && typeof body.modelId === "string" && "document" in body;

/** Null if Hover has no such job. Throws `unavailable` for a body that cannot come from our server. */
export function readJob(body: unknown): HoverJob | null {
  if (body === null || isJob(body)) return body;
  throw new Problem("unavailable");
}

/** Null if the server has none yet. Throws `unavailable` for a body that cannot come from our server. */
export function readMeasurements(body: unknown): HoverMeasurements | null {
  if (body === null || isMeasurements(body)) return body;
  throw new Problem("unavailable");
}
