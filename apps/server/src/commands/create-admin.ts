import { isEmail } from "@ridgebook/contract";
import { AdminExistsError, createFirstAdmin } from "#features/accounts/create-first-admin.ts";
import { accountLink } from "#jobs/mail/account-mail.ts";
import { runCommand, withDatabase } from "#run-command.ts";
import { readServerSettings, type ServerSettings } from "#server-settings.ts";

/*
 * `npm run create-admin -- EMAIL [FIRST-NAME LAST-NAME]`: prints a one-time link with which the first super admin of an empty installation
 * chooses a password. Works with the server running, using its settings, or stopped.
 */

interface Admin {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

async function createAdmin(admin: Admin): Promise<void> {
  const settings = readServerSettings(process.env);
  const { isProduction } = settings;
  const { accountId, code } = await withDatabase(settings, (database) =>
    database.onPlatform((platform) => createFirstAdmin(platform, { ...admin, now: new Date(), isProduction })),
  );
  const publicUrl = settings.publicUrl ?? `http://localhost:${String(settings.port)}`;
  console.log(
    [
      "Open this link to choose the password. It works once, within 7 days.",
      "",
      `  ${accountLink(publicUrl, { purpose: "setup", code, accountId })}`,
      "",
      `It is good for ${placeOf(settings)}. A server with other settings does not know it.`,
    ].join("\n"),
  );
}

/** The location of an installation's database, without the password. */
function placeOf({ database, dataFolder }: ServerSettings): string {
  if (!database) return `the installation in ${dataFolder}`;
  const { pathname, host } = new URL(database.appUrl);
  return `the installation in the database ${pathname.slice(1)} of ${host === "" ? "this machine" : host}`;
}

const [email, firstName = "", lastName = "", ...others] = process.argv.slice(2);
if (email === undefined || others.length > 0 || !isEmail(email)) {
  console.error("Usage: npm run create-admin -- EMAIL [FIRST-NAME LAST-NAME]");
  process.exitCode = 1;
} else await runCommand(() => createAdmin({ email, firstName, lastName }), { expected: [AdminExistsError] });
