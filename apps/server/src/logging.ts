import { pino, type DestinationStream, type Logger } from "pino";
import { postgresCode } from "#database/database.ts";
import type { LogLevel } from "./server-settings.ts";

/**
 * What the log may hold of a failure. Messages of database errors repeat the values they stumbled over, people's names
 * among them, so those are left out: code, constraint and place remain.
 */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const code = postgresCode(error);
  const about = { type: error.name, code, at: frames };
  if (isFromDatabase(error)) return { ...about, ...describePlace(error) };
  return { ...about, message: error.message };
}

const isFromDatabase = (error: Error): boolean => "query" in error || "severity" in error;

function describePlace(error: Error): Record<string, unknown> {
  const source: object = error.cause instanceof Error ? error.cause : error;
  return Object.fromEntries(
    ["schema", "table", "column", "constraint", "routine"].flatMap((name) =>
      name in source ? [[name, source[name as keyof typeof source]]] : [],
    ),
  );
}

/** Structured lines, one JSON object each, without personal data. */
export const createLogger = ({ level, destination }: { level: LogLevel; destination?: DestinationStream }): Logger =>
  pino({ level, base: null, serializers: { err: describeFailure } }, ...(destination ? [destination] : []));
