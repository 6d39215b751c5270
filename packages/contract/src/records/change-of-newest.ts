import { z } from "zod";

type Values = Readonly<Record<string, unknown>>;

/** What a change says of the record that its writer saw. The specification's own calls leave both out. */
export const SEEN_MEMBERS = {
  revision: z.number().int().min(1).optional(),
  former: z.record(z.string(), z.unknown()).optional(),
};

/**
 * The former values that a change is merged by: those that were sent. Without any, those of the newest record, so that everything
 * applies; but where it names an older revision, none, so that all that differs is in conflict.
 */
export const formerValuesOf = (
  { revision, former }: { readonly revision?: number | undefined; readonly former?: Values | undefined },
  newest: { readonly revision: number; readonly values: Values },
): Values => former ?? (revision === undefined || revision === newest.revision ? newest.values : {});
