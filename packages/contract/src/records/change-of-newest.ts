import { z } from "zod";

type Values = Readonly<Record<string, unknown>>;

/** A change's base: the record as its author saw it. The specification's own calls omit both. */
export const SEEN_MEMBERS = {
  revision: z.number().int().min(1).optional(),
  former: z.record(z.string(), z.unknown()).optional(),
};

/**
 * The former values for merging a change: the sent ones. Without any, those of the newest record, so that everything applies; but with an
 * older revision none, so that all differences are conflicts.
 */
export const formerValuesOf = (
  { revision, former }: { readonly revision?: number | undefined; readonly former?: Values | undefined },
  newest: { readonly revision: number; readonly values: Values },
): Values => former ?? (revision === undefined || revision === newest.revision ? newest.values : {});
