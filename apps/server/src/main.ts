import { parseArgs } from "node:util";
import { isWithoutAnswer } from "#database/database.ts";
import { describePoolerRefusal } from "#database/describe-outage.ts";
import { DatabaseStartError } from "#database/embedded/database-start-error.ts";
import { UnsafeDatabaseError } from "#database/self-check.ts";
import { SecretsError } from "#secrets/secret-box.ts";
import type { OpenedDatabase } from "./open-database.ts";
import { readServerSettings, SettingsError } from "./server-settings.ts";
import { createStopOnSignal, StoppedWhileStarting } from "./stop-in-time.ts";
import { ROLES, startServer, type ProcessRole } from "./start-server.ts";

/* The server's program: reads the settings, starts, and stops on a signal. */

function readRole(args: readonly string[]): ProcessRole {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { role: { type: "string", default: "all" } },
    strict: false,
  });
  const [unknown] = [
    ...Object.keys(values)
      .filter((name) => name !== "role")
      .map((name) => `--${name}`),
    ...positionals,
  ];
  if (unknown !== undefined)
    throw new SettingsError(`${unknown} is not an option; there is --role, one of ${ROLES.join(", ")}.`);
  const role = ROLES.find((name) => name === values.role);
  if (!role) throw new SettingsError(`--role must be one of ${ROLES.join(", ")}.`);
  return role;
}

/** Explains a failed start to the user; a defect keeps its stack. */
function describeStartFailure(error: unknown): string {
  if (
    error instanceof SettingsError ||
    error instanceof SecretsError ||
    error instanceof DatabaseStartError ||
    error instanceof UnsafeDatabaseError
  )
    return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  const address = "address" in error && "port" in error ? `${String(error.address)}:${String(error.port)}` : "it";
  if (code === "EADDRINUSE" && "port" in error)
    return `Port ${String(error.port)} is in use by another program. Stop that one, or set PORT to another port.`;
  if (code === "EACCES" && "port" in error)
    return `Port ${String(error.port)} needs more rights. Set PORT to 1024 or above.`;
  if (code === "EADDRNOTAVAIL") return `This machine has no address ${address}. Set HOST to one of its own.`;
  if (code === "ECONNREFUSED" || code === "ENOTFOUND")
    return `The database of DATABASE_URL or DATABASE_OWNER_URL cannot be reached: ${error.message}`;
  if (code === "08P01") {
    const advice = describePoolerRefusal(error);
    return `The database, or the pooler in front of it, refuses the connection: ${error.message}${advice === undefined ? "" : `\n${advice}`}`;
  }
  if (isWithoutAnswer(error))
    return `The database of DATABASE_URL or DATABASE_OWNER_URL, or the pooler in front of it, does not answer: ${error.message}`;
  if (code === "28P01" || code === "28000" || code === "3D000")
    return `The database refuses DATABASE_URL or DATABASE_OWNER_URL: ${error.message}`;
  return error.stack ?? error.message;
}

try {
  const settings = readServerSettings(process.env);
  let opened: OpenedDatabase | undefined;
  const stopping = new AbortController();
  const starting = startServer(settings, readRole(process.argv.slice(2)), {
    stopped: stopping.signal,
    onOpened(database) {
      opened = database;
    },
  });
  const onSignal = createStopOnSignal(
    {
      async stop() {
        stopping.abort(new StoppedWhileStarting());
        // An aborted start closes what it opened.
        const running = await starting.catch((error: unknown) => {
          if (!(error instanceof StoppedWhileStarting)) throw error;
        });
        await running?.stop();
      },
      stopDatabase: async () => opened?.close(),
    },
    {
      exit: (code) => process.exit(code),
      reportFailure: (error) => {
        console.error(error);
      },
    },
  );
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  await starting;
} catch (error) {
  if (!(error instanceof StoppedWhileStarting)) {
    console.error(describeStartFailure(error));
    process.exitCode = 1;
  }
}
