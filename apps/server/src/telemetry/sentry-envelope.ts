import type { StackFrame } from "@ridgebook/contract";

/** A defect to report: without its message, which may contain user input. */
export interface Defect {
  readonly part: "app" | "server";
  readonly type: string;
  /** The pattern of the page or call. */
  readonly place: string;
  readonly version: string;
  /** A short code, such as PostgreSQL's. */
  readonly code?: string | undefined;
  /** Innermost call first. */
  readonly frames: readonly StackFrame[];
}

const PLATFORM = { app: "javascript", server: "node" } as const;

/**
 * Writes a defect as a Sentry event in an envelope: a header, an item's header and the item, one per line
 * (https://develop.sentry.dev/sdk/foundations/envelopes/).
 */
export function writeEnvelope(
  { part, type, place, version, code, frames }: Defect,
  { id, time }: { id: string; time: Date },
) {
  const sentAt = time.toISOString();
  // Sentry lists the outermost call first.
  const listed = frames.toReversed().map(({ file, line, column, function: name }) => ({
    function: name,
    filename: file,
    lineno: line,
    colno: column,
    in_app: !file.includes("node_modules/"),
  }));
  const event = JSON.stringify({
    event_id: id,
    timestamp: sentAt,
    platform: PLATFORM[part],
    level: "error",
    environment: "production",
    release: `ridgebook@${version}`,
    transaction: place,
    tags: { part, ...(code !== undefined && { code }) },
    exception: { values: [{ type, ...(listed.length > 0 && { stacktrace: { frames: listed } }) }] },
  });
  const header = JSON.stringify({ event_id: id, sent_at: sentAt });
  const itemHeader = JSON.stringify({
    type: "event",
    content_type: "application/json",
    length: Buffer.byteLength(event),
  });
  return `${header}\n${itemHeader}\n${event}\n`;
}

export const ENVELOPE_TYPE = "application/x-sentry-envelope";

export const sentryAuth = ({ publicKey, version }: { publicKey: string; version: string }): string =>
  `Sentry sentry_version=7, sentry_client=ridgebook/${version}, sentry_key=${publicKey}`;
