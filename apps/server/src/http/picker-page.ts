import type { FastifyInstance } from "fastify";
import { sharePointHosts } from "./sharepoint-hosts.ts";

/** The page for a provider's file picker, inside the file settings (decision 0107). */
const PICKER_PATH = "/config/file-settings/picker";

const GOOGLE = "https://apis.google.com";
/** The origins of Google's dialog and its pictures (reference 3.4). */
const GOOGLE_FRAMES = ["https://docs.google.com", "https://accounts.google.com"];
const GOOGLE_PICTURES = ["https://*.gstatic.com", "https://*.googleusercontent.com"];

/**
 * The content security policy of the page for a picker at this origin. It allows that origin alone, for Microsoft both hosts of the
 * organization; undefined for an unknown origin.
 *
 * @param demos origins of the demo stand-ins; none in production
 */
export function pickerPolicy(at: string, demos: readonly string[]): string | undefined {
  const isDemo = demos.includes(at);
  const hosts = isDemo ? [at] : sharePointHosts(at);
  if (at !== GOOGLE && hosts.length === 0) return undefined;
  const runsScript = at === GOOGLE || isDemo;
  const directives: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'none'"],
    "script-src": runsScript ? [at] : ["'none'"],
    "style-src": ["'unsafe-inline'"],
    "img-src": at === GOOGLE ? GOOGLE_PICTURES : ["'none'"],
    "frame-src": at === GOOGLE ? GOOGLE_FRAMES : hosts,
    "form-action": at === GOOGLE ? ["'none'"] : hosts,
    "base-uri": ["'none'"],
    "frame-ancestors": ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join(";");
}

/** An empty page: the app in the parent window adds the picker's script or form. */
const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Choose a file</title></head><body></body></html>';

export function addPickerPage(app: FastifyInstance, demos: readonly string[]): void {
  app.get<{ Querystring: { at?: unknown } }>(PICKER_PATH, (request, reply) => {
    const { at } = request.query;
    const policy = typeof at === "string" ? pickerPolicy(at, demos) : undefined;
    if (policy === undefined) {
      reply.callNotFound();
      return reply;
    }
    return reply
      .header("content-security-policy", policy)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(PAGE);
  });
}
