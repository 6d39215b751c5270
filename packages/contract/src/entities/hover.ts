import { z } from "zod";

export const HOVER_SEARCH_MIN = 3;

/** Hover's job number in digits, as leads store it. */
export const hoverJobId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,18}$/, "jobId must be a whole number."));

/** A house measured by Hover. It may have several models, such as house and garage, or none yet. */
export const hoverJob = z.object({
  id: z.string(),
  name: z.string(),
  /** One line: street, city, state, ZIP, as far as known. */
  address: z.string(),
  /** Hover's own word, such as "completed". */
  state: z.string(),
  models: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.string(),
      /** Whether it has usable measurements. */
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

/** The measurements of one model as Hover wrote them, unparsed: unknown keys are kept. */
export const hoverMeasurements = z.object({
  jobId: z.string(),
  modelId: z.string(),
  modelName: z.string(),
  /** When Hover last changed the model: a later time is a new measurement. */
  measuredTime: z.iso.datetime().nullable(),
  /** When this was fetched from Hover. */
  fetchedTime: z.iso.datetime(),
  /** Hover's `full_json`. */
  document: z.unknown(),
});
export type HoverMeasurements = z.infer<typeof hoverMeasurements>;
