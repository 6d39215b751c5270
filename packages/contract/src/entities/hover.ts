import { z } from "zod";

/** Fewest characters that Hover searches for. */
export const HOVER_SEARCH_MIN = 3;

/** Hover's number of a job, in digits, as a lead keeps it. */
export const hoverJobId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,18}$/, "jobId must be a whole number."));

/** A house that Hover measured. Of "the same" house there may be several models, as of house and garage, or none yet. */
export const hoverJob = z.object({
  id: z.string(),
  name: z.string(),
  /** One line: street, city, state, ZIP; what Hover does not know is left out. */
  address: z.string(),
  /** Hover's own word, as "completed". */
  state: z.string(),
  models: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.string(),
      /** Whether it has measurements that can be taken. */
      hasMeasurements: z.boolean(),
    }),
  ),
  updatedTime: z.iso.datetime().nullable(),
});
export type HoverJob = z.infer<typeof hoverJob>;

export const hoverJobPage = z.object({
  results: z.array(hoverJob),
  /** `page` of the next call; null at the end. */
  nextPage: z.number().int().nullable(),
});
export type HoverJobPage = z.infer<typeof hoverJobPage>;

/** The measurements of one model as Hover wrote them, not read yet: keys that nobody here knows are kept. */
export const hoverMeasurements = z.object({
  jobId: z.string(),
  modelId: z.string(),
  modelName: z.string(),
  /** When Hover changed the model last: a later time is a new measurement. */
  measuredTime: z.iso.datetime().nullable(),
  /** When this was fetched from Hover. */
  fetchedTime: z.iso.datetime(),
  /** Hover's `full_json`. */
  document: z.unknown(),
});
export type HoverMeasurements = z.infer<typeof hoverMeasurements>;
