import type { FileRules } from "#rules/file-rules.ts";
import { UPLOAD_FIELD, type Route } from "./define-routes.ts";

/** Bytes that a body may have where its route says nothing else: a login, a name, ids, a few short texts. */
export const SMALL_BODY_BYTES = 16_384;

/** Bytes that a call may send: as JSON, and as a form, which carries a file beside its fields. */
export interface BodyLimit {
  readonly json: number;
  /** Undefined where the call takes no form. */
  readonly form: number | undefined;
}

/** What a call may send at most; a form has a file as large as its rules allow, and what a body of the route holds. */
export function bodyLimitOf(route: Route): BodyLimit {
  const { maxBodyBytes = SMALL_BODY_BYTES } = route;
  const file = fileOf(route);
  return { json: maxBodyBytes, form: file && maxBodyBytes + file.rules.maxBytes };
}

/** The file that a call may carry, and its field in the form. */
export const fileOf = ({ upload, form }: Route): { field: string; rules: FileRules } | undefined =>
  upload ? { field: UPLOAD_FIELD, rules: upload } : form?.file;
