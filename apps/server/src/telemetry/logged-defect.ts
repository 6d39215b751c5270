import { isObject, readStackFrames } from "@ridgebook/contract";
import { describeFailure } from "#logging.ts";
import type { Defect } from "./sentry-envelope.ts";

/** Errors thrown by the language: in a job they mean a defect, while others usually mean a receiver is down. */
const THROWN_BY_LANGUAGE = new Set(["TypeError", "RangeError", "ReferenceError", "SyntaxError"]);
const CLASS_NAME = /^[A-Za-z]\w{0,60}$/;
const CODE = /^\w{1,40}$/;
/** The last match counts: the product may be inside a folder of such a name. */
const PRODUCT_FOLDER = /.*\/(?=(?:apps|packages|node_modules)\/)/;

/** A product file relative to the product's folder; undefined for Node's own. */
const toProductFile = (place: string): string | undefined =>
  PRODUCT_FOLDER.test(place) ? place.replace(PRODUCT_FOLDER, "") : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Recognizes a server defect in a log entry: an unexpected error, or a failed job. Undefined for other errors. */
export function readLoggedDefect(logged: unknown, message: unknown): Omit<Defect, "version"> | undefined {
  if (!isObject(logged)) return undefined;
  const description = "err" in logged ? describeFailure(logged["err"]) : logged["failure"];
  if (!isObject(description)) return undefined;
  const type = textOf(description["type"]) ?? "Error";
  if (!("err" in logged) && !THROWN_BY_LANGUAGE.has(type)) return undefined;
  const at = Array.isArray(description["at"]) ? description["at"] : [];
  const code = textOf(description["code"]);
  return {
    part: "server",
    type: CLASS_NAME.test(type) ? type : "Error",
    place: textOf(logged["route"]) ?? textOf(logged["task"]) ?? textOf(message) ?? "server",
    code: code !== undefined && CODE.test(code) ? code : undefined,
    frames: readStackFrames({ stack: at.join("\n"), message: "" }, toProductFile),
  };
}
