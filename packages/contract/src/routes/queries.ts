import { z } from "zod";

/** `active=true` or `active=false` keeps those; default: all. */
export const activeQuery = z
  .enum(["true", "false"], "active must be true or false.")
  .transform((value) => value === "true")
  .optional();
