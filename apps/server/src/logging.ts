import { pino, type DestinationStream, type Logger } from "pino";
import { postgresCode } from "#database/database.ts";
import type { LogLevel } from "./server-settings.ts";

/**
 * A failure's loggable parts. Messages of database errors repeat record values, including names, so they are dropped: code, constraint and
 * location remain.
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

/** Pino's number for it. */
const ERROR_LEVEL = 50;

/**
 * Creates a logger of JSON lines without personal data.
 *
 * @param options.onError called for errors and worse, unless `level` filters them out
 */
export const createLogger = ({
  level,
  destination,
  onError,
}: {
  level: LogLevel;
  destination?: DestinationStream;
  onError?: (logged: unknown, message: unknown) => void;
}): Logger =>
  pino(
    {
      level,
      base: null,
      serializers: { err: describeFailure },
      hooks: {
        logMethod(args, log, logLevel) {
          if (logLevel >= ERROR_LEVEL) onError?.(args[0], args[1]);
          log.apply(this, args);
        },
      },
    },
    ...(destination ? [destination] : []),
  );
