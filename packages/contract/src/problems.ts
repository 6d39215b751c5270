import { z } from "zod";
import { userId } from "#ids.ts";
import { plainMessage } from "#rules/plain-messages.ts";

// For both apps and all schemas: a schema's own message takes precedence.
z.config({ localeError: plainMessage });

/**
 * All expected failures of a call, with status and user-facing text (1.§8), shared by web, server and tests. Specified texts are verbatim.
 */
export const problems = {
  validation: { status: 400, title: "One or more validation errors occurred." },
  malformedBody: { status: 400, title: "The request could not be read." },
  chooseCompany: { status: 400, title: "Choose a company" },
  sessionExpired: { status: 401, title: "Your session has expired, please login again." },
  wrongCredentials: { status: 400, title: "The e-mail or password is not correct." },
  companyInactive: { status: 400, title: "Your company is deactivated. Ask your administrator or contact support." },
  userInactive: {
    status: 400,
    title: "Your access was deactivated. Ask your administrator.",
  },
  wrongPassword: { status: 400, title: "The current password is not correct." },
  twoStepCodeNeeded: { status: 400, title: "Enter the code from your authenticator app." },
  wrongTwoStepCode: { status: 400, title: "This code is not correct, or was used already. Try the next one." },
  codeInvalid: { status: 400, title: "This link is not valid any more. Please ask for a new one." },
  accessDenied: { status: 403, title: "Access denied. Your account does not have permission to do this." },
  twoStepRequired: {
    status: 403,
    title: "This company asks for a second step at login. Set one up, then select the company again.",
  },
  notFound: { status: 404, title: "The information you requested was not found." },
  requestTimeout: { status: 408, title: "The request has timed out because the server took too long to respond." },
  twoStepIsOn: { status: 409, title: "Two-step sign-in is on already." },
  twoStepIsOff: { status: 409, title: "Two-step sign-in is not on." },
  twoStepNotYours: {
    status: 409,
    title: "Only a super admin can remove this person's second step. Please contact support.",
  },
  inUse: { status: 409, title: "This record cannot be deleted because other records depend on it." },
  conflict: { status: 409, title: "Somebody else changed the same fields. Choose which values stay." },
  importState: { status: 409, title: "This import has moved on. Reload the page." },
  documentSigned: { status: 409, title: "A signed document cannot be changed or deleted. Make another in its place." },
  storageNotConnected: {
    status: 409,
    title: "No file storage is connected. Connect one in the settings, or upload the spreadsheet as a file.",
  },
  /** The consent belongs to another session, or has expired. */
  connectionStale: {
    status: 409,
    title: "This permission was asked for too long ago, or by somebody else. Press Connect again.",
  },
  emailTaken: { status: 409, title: "An account with this e-mail exists already." },
  cursorTooOld: { status: 410, title: "The information you requested was not found." },
  tooLarge: { status: 413, title: "The request is too large." },
  unsupportedMediaType: { status: 415, title: "The request has a format that is not supported." },
  aborted: { status: 418, title: "Request aborted" },
  keyReused: { status: 422, title: "This change was sent before with other contents." },
  /** The app's contract is newer than the server, which lacks a field or a call: the change waits for the server's update. */
  serverTooOld: { status: 425, title: "The server is being updated and cannot take this yet. Your work is kept." },
  /** The server no longer supports the app's contract (`contract-version.ts`). */
  appTooOld: { status: 426, title: "A new version is needed to send. Your work is kept." },
  tooManyRequests: { status: 429, title: "Too many attempts. Please wait a few minutes and try again." },
  tooBusy: { status: 429, title: "The server is busy. Please try again in a few seconds." },
  unexpected: {
    status: 500,
    title: "A problem has occurred. Please refresh the page and try again. If the problem persists, contact support.",
  },
  /** The reply has the reason under `errors.provider`: one of CONNECTION_FAILURES. */
  providerFailed: {
    status: 424,
    title: "The connected service did not answer as it should. What is kept here is not affected.",
  },
  unavailable: { status: 503, title: "Your device is offline or the server is unavailable right now." },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;
const problemCodes = Object.keys(problems) as ProblemCode[];

/** Messages by field; keys are dotted paths, as in `address.zipCode`. */
export type FieldErrors = Record<string, string[]>;

const whoChanged = z.object({
  changedBy: z.string().optional(),
  /** The caller changed it from another device, as each device keeps its own changes in order. Undefined for others. */
  changedByYou: z.boolean().optional(),
  changedTime: z.iso.datetime().optional(),
});
export type WhoChanged = z.infer<typeof whoChanged>;

/** A field that two people changed: the base value, the caller's and the server's; with the author and time there, if known per field. */
const fieldConflict = z.object({
  field: z.string(),
  former: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
  ...whoChanged.shape,
});
export type FieldConflict = z.infer<typeof fieldConflict>;

/** The body of every reply with a status of 400 or more. */
export const problemReply = z.object({
  status: z.number().int(),
  code: z.enum(problemCodes),
  title: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  conflicts: z.array(fieldConflict).optional(),
  /** Author and time of the conflicting change; of several fields, the most recent one. */
  ...whoChanged.shape,
  /** For a login rejected after the right password and code: the person's user ids. */
  userIds: z.array(userId).optional(),
  requestId: z.string().optional(),
});
export type ProblemReply = z.infer<typeof problemReply>;

/** Author and time of a field in conflict. Replies of an older server have them once for the whole record. */
export const whoChangedField = (conflict: FieldConflict, problem: WhoChanged | undefined): WhoChanged =>
  conflict.changedTime === undefined ? (problem ?? {}) : conflict;

/** The default meaning of a status without a known code (1.§8). */
const CODE_BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: "validation",
  401: "sessionExpired",
  403: "accessDenied",
  404: "notFound",
  408: "requestTimeout",
  409: "conflict",
  410: "notFound",
  413: "tooLarge",
  415: "unsupportedMediaType",
  422: "keyReused",
  425: "unavailable",
  429: "tooManyRequests",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};
export const codeOfStatus = (status: number): ProblemCode => CODE_BY_STATUS[status] ?? "unexpected";

/**
 * Parses the body of a failed reply; undefined for anything else. A newer server's unknown code is mapped by status, to preserve its words.
 */
export function readProblemReply(body: unknown): ProblemReply | undefined {
  const parsed = problemReply.extend({ code: z.string() }).safeParse(body);
  if (!parsed.success) return undefined;
  const { code, ...reply } = parsed.data;
  return { ...reply, code: isProblemCode(code) ? code : codeOfStatus(reply.status) };
}

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

type ProblemDetails = Partial<Omit<ProblemReply, "status" | "code">>;

/**
 * An expected failure on both sides: thrown by server features, and rethrown by the web's `server-client`.
 *
 * `status` differs from the table's only for replies of intermediaries (a proxy's 502).
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails & { status?: number } = {}) {
    const { status = problems[code].status, ...rest } = details;
    super(rest.title ?? problems[code].title);
    this.name = "Problem";
    this.code = code;
    this.status = status;
    this.details = rest;
  }

  toReply(): ProblemReply {
    return { ...this.details, status: this.status, code: this.code, title: this.message };
  }
}

/** Converts a failed parse to messages by field; an unknown field has its own message. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  const add = (path: readonly PropertyKey[], message: string): void => {
    (errors[path.map(String).join(".")] ??= []).push(message);
  };
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) add([...issue.path, key], "This field is not known.");
    else add(issue.path, issue.message);
  }
  return errors;
}
