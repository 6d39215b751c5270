import type { FileRules } from "#rules/file-rules.ts";
import { UPLOAD_FIELD, type Route } from "./define-routes.ts";

/** The default body limit in bytes: a login, a name, ids, a few short texts. */
export const SMALL_BODY_BYTES = 16_384;

/** Body limits of a call in bytes: as JSON, and as a form, which carries a file besides its fields. */
export interface BodyLimit {
  readonly json: number;
  /** Undefined if the call takes no form. */
  readonly form: number | undefined;
}

/** A call's limits; a form has the largest allowed file plus the route's body. */
export function bodyLimitOf(route: Route): BodyLimit {
  const { maxBodyBytes = SMALL_BODY_BYTES } = route;
  const file = fileOf(route);
  return { json: maxBodyBytes, form: file && maxBodyBytes + file.rules.maxBytes };
}

/** A call's file, and its field in the form. */
export const fileOf = ({ upload, form }: Route): { field: string; rules: FileRules } | undefined =>
  upload ? { field: UPLOAD_FIELD, rules: upload } : form?.file;
