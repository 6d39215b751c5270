import { ROLE_NAMES } from "#database/schema/roles.ts";
import { makePassword, setUpDatabase } from "#database/set-up.ts";

/*
 * `npm run database:setup -- OWNER_URL`: creates the roles in a PostgreSQL server and prints the settings for Ridgebook's server. OWNER_URL
 * connects as a role that may create roles.
 */

/** The same database for another role. */
function urlAs(ownerUrl: string, { role, password }: { role: string; password: string }): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.toString();
}

async function setUp(ownerUrl: string): Promise<void> {
  const passwords = { owner: makePassword(), app: makePassword(), platform: makePassword() };
  await setUpDatabase({ adminUrl: ownerUrl, passwords });
  console.log(
    [
      "The roles are ready. Start the server with these settings, and keep them secret:",
      "",
      `DATABASE_URL=${urlAs(ownerUrl, { role: ROLE_NAMES.app, password: passwords.app })}`,
      `DATABASE_PLATFORM_URL=${urlAs(ownerUrl, { role: ROLE_NAMES.platform, password: passwords.platform })}`,
      `DATABASE_OWNER_URL=${urlAs(ownerUrl, { role: ROLE_NAMES.owner, password: passwords.owner })}`,
      "",
      "Roles that were there before have new passwords now: servers with the old settings need these.",
    ].join("\n"),
  );
}

const [ownerUrl, ...others] = process.argv.slice(2);
if (ownerUrl === undefined || others.length > 0 || !/^postgres(ql)?:\/\//.test(ownerUrl) || !URL.canParse(ownerUrl)) {
  console.error("Usage: npm run database:setup -- postgres://USER:PASSWORD@HOST:PORT/DATABASE");
  process.exitCode = 1;
} else {
  try {
    await setUp(ownerUrl);
  } catch (error) {
    console.error(error instanceof Error ? `The database could not be set up: ${error.message}` : error);
    process.exitCode = 1;
  }
}
