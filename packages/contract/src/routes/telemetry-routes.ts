import { z } from "zod";
import { MAX_FRAMES } from "#rules/stack-frames.ts";
import { defineRoutes } from "./define-routes.ts";

/*
 * The app fills each member from its code, never from data. The schemas enforce that: queries, phones, e-mail addresses and ids fit
 * nowhere.
 */

const version = z
  .string()
  .max(23)
  .regex(/^\d{1,5}(?:\.\d{1,5}){0,3}$/, "version must be a version.");

/** A page's address with parameter names instead of values: `/estimator/leads/:id/details`. */
const pagePattern = z
  .string()
  .max(200)
  .regex(/^(?:\/|(?:\/(?:[a-z][a-z_-]{0,60}|\d|:[A-Za-z]{1,40}|\*))+)$/, "page must be a pattern of a page's address.");

const stackFrame = z.strictObject({
  function: z
    .string()
    .max(80)
    .regex(/^(?:\?|[A-Za-z_$<#][\w$.<>#]*)$/, "function must be the name of a function."),
  /** Of the app, relative to its root. */
  file: z
    .string()
    .max(120)
    .regex(/^\/(?:assets\/)?[\w.-]+\.js$/, "file must be a script of the app."),
  line: z.number().int().min(0).max(9_999_999),
  column: z.number().int().min(0).max(9_999_999),
});

const errorReport = z.strictObject({
  /** The error's class. */
  type: z
    .string()
    .max(61)
    .regex(/^[A-Za-z]\w*$/, "type must be the name of a class."),
  page: pagePattern,
  version,
  /** Innermost call first. */
  frames: z.array(stackFrame).max(MAX_FRAMES),
});
export type ErrorReport = z.infer<typeof errorReport>;

const pageView = z.strictObject({
  page: pagePattern,
  /** Of the route, never of a record. */
  title: z.string().regex(/^[A-Za-z' -]{0,60}$/, "title must be the title of a route."),
  version,
});
export type PageView = z.infer<typeof pageView>;

export const telemetryRoutes = defineRoutes({
  sendErrorReport: {
    method: "POST",
    path: "/api/telemetry/errors",
    summary: "Reports a defect of the app, also of its login page. Does nothing where the operator collects none.",
    access: "anyone",
    body: errorReport,
    reply: z.void(),
    problems: ["tooManyRequests"],
  },
  sendPageView: {
    method: "POST",
    path: "/api/telemetry/page-views",
    summary: "Reports that a kind of page was opened. Does nothing where the operator collects none.",
    access: "anyone",
    body: pageView,
    reply: z.void(),
    problems: ["tooManyRequests"],
  },
});
