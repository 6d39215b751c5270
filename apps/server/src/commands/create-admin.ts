import { isEmail } from "@ridgebook/contract";
import { connectDatabase } from "#database/database.ts";
import { DatabaseStartError } from "#database/embedded/database-start-error.ts";
import { AdminExistsError, createFirstAdmin } from "#features/accounts/create-first-admin.ts";
import { accountLink } from "#jobs/mail/account-mail.ts";
import { openDatabase } from "#open-database.ts";
import { readServerSettings, SettingsError } from "#server-settings.ts";

/*
 * `npm run create-admin -- EMAIL`: prints a one-time link with which the first super admin of an empty installation
 * chooses a password. Works beside a running server and without one.
 */

async function createAdmin(email: string): Promise<void> {
  const settings = readServerSettings(process.env);
  const opened = await openDatabase(settings);
  try {
    const database = connectDatabase(opened, { max: 1 });
    try {
      const { isProduction } = settings;
      const { accountId, code } = await database.onPlatform((platform) =>
        createFirstAdmin(platform, { email, now: new Date(), isProduction }),
      );
      const publicUrl = settings.publicUrl ?? `http://localhost:${String(settings.port)}`;
      console.log(
        ["Open this link to choose the password. It works once, within 7 days.", ""].join("\n") +
          `\n  ${accountLink(publicUrl, { purpose: "setup", code, accountId })}\n`,
      );
    } finally {
      await database.close();
    }
  } finally {
    await opened.close();
  }
}

const [email, ...others] = process.argv.slice(2);
if (email === undefined || others.length > 0 || !isEmail(email)) {
  console.error("Usage: npm run create-admin -- EMAIL");
  process.exitCode = 1;
} else {
  try {
    await createAdmin(email);
  } catch (error) {
    const isExpected =
      error instanceof AdminExistsError || error instanceof SettingsError || error instanceof DatabaseStartError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}
