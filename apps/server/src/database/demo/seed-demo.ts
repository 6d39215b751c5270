import type { AccountId, CompanyId, EstimateInput, LeadId, SettingsFields, UploadedFile } from "@ridgebook/contract";
import { and, eq, sql } from "drizzle-orm";
import { companyScope, type CompanyScope, type Statements } from "#database/company-scope.ts";
import { BEGIN_ON_PLATFORM, type Database } from "#database/database.ts";
import { companySettings, lead } from "#database/schema/company-tables.ts";
import { account, company, membership } from "#database/schema/platform-tables.ts";
import { DEMO_ADMINS, DEMO_COMPANIES, DEMO_PASSWORD, type DemoCompany } from "./demo-accounts.ts";
import { writeDemoEstimates } from "./demo-estimates.ts";
import { drawDemoLogo, type LogoGround } from "./demo-logo.ts";
import { generateDemoLeads } from "./demo-leads.ts";
import { insertLeads } from "./insert-leads.ts";

/** A company with its users, while the transaction has the platform role. */
async function addCompany(
  db: Statements,
  { demo, passwordHash }: { demo: DemoCompany; passwordHash: string },
): Promise<{ companyId: CompanyId; salespeople: AccountId[] }> {
  const [added] = await db.insert(company).values({ name: demo.name }).returning({ id: company.id });
  if (!added) throw new Error("The demo company was not made.");
  const accounts = await db
    .insert(account)
    .values(
      demo.users.map(({ role: _role, ...person }) => ({ ...person, passwordHash, emailConfirmed: true, isDemo: true })),
    )
    .returning({ id: account.id, email: account.email });
  const idsByEmail = new Map(accounts.map(({ id, email }) => [email, id as AccountId]));
  const members = demo.users.flatMap(({ email, role }) => {
    const accountId = idsByEmail.get(email);
    return accountId === undefined ? [] : [{ accountId, role }];
  });
  await db.insert(membership).values(members.map((member) => ({ ...member, companyId: added.id })));
  const salespeople = members.filter(({ role }) => role === "User").map(({ accountId }) => accountId);
  return { companyId: added.id as CompanyId, salespeople };
}

/** Adds an estimate as a salesperson's device would, with all its checks. */
export type AddEstimate = (scope: CompanyScope, estimate: EstimateInput) => Promise<unknown>;

/** The estimates of the first appointment, made by its salesperson, so that a new user meets real totals. */
async function addEstimates(
  scope: CompanyScope,
  { demo, addEstimate }: { demo: DemoCompany; addEstimate: AddEstimate },
): Promise<void> {
  const [appointment] = demo.appointments;
  if (!appointment) return;
  const [found] = await scope.db
    .select({ id: lead.id })
    .from(lead)
    .where(
      and(
        eq(lead.companyId, scope.companyId),
        eq(lead.lastName, appointment.lastName),
        eq(lead.street, appointment.street),
      ),
    );
  if (!found) throw new Error("The lead of the first appointment was not made.");
  for (const estimate of writeDemoEstimates(found.id as LeadId)) await addEstimate(scope, estimate);
}

/** Keeps a file of the company; answers its id. */
export type KeepFile = (scope: CompanyScope, file: UploadedFile) => Promise<string>;

/** The company's settings with its logo for light and dark grounds, where it has one. */
async function writeSettings(
  scope: CompanyScope,
  { demo, keepFile }: { demo: DemoCompany; keepFile: KeepFile },
): Promise<Partial<SettingsFields>> {
  if (!demo.hasLogo) return demo.settings;
  const keep = async (ground: LogoGround): Promise<string> => {
    const bytes = Buffer.from(await drawDemoLogo(ground));
    return keepFile(scope, { name: `logo-${ground}.png`, contentType: "image/png", bytes });
  };
  const logoImage = await keep("light");
  return { ...demo.settings, logoImage, logoDarkImage: await keep("dark"), contractLogos: [logoImage] };
}

/** The company's settings, leads and estimates, as the app's role inside the company. */
async function fillCompany(
  db: Statements,
  {
    demo,
    companyId,
    salespeople,
    now,
    addEstimate,
    keepFile,
  }: {
    demo: DemoCompany;
    companyId: CompanyId;
    salespeople: AccountId[];
    now: Date;
    addEstimate: AddEstimate;
    keepFile: KeepFile;
  },
): Promise<void> {
  await db.execute(sql`select set_config('ridgebook.company_id', ${String(companyId)}, true)`);
  const scope = companyScope({ companyId, accountId: undefined, db });
  await db.insert(companySettings).values({ companyId, values: await writeSettings(scope, { demo, keepFile }) });
  const leads = [
    ...generateDemoLeads({
      count: demo.leadCount,
      seed: demo.seed,
      now,
      timeZone: demo.settings.timeZone,
      salespeople,
      towns: demo.towns,
      appointments: demo.appointments,
    }),
  ];
  // Devices download what was changed last first.
  leads.sort((left, right) => left.modifiedTime.getTime() - right.modifiedTime.getTime());
  await insertLeads(scope, leads);
  const [salesperson] = salespeople;
  await addEstimates(companyScope({ companyId, accountId: salesperson, db }), { demo, addEstimate });
}

/**
 * Makes the demo companies of an empty installation, all or nothing; answers whether it did.
 *
 * An installation that has a company is left as it is. Server processes that start at the same time wait for the first.
 */
export async function seedDemo({
  database,
  now,
  hashPassword,
  addEstimate,
  keepFile,
}: {
  database: Database;
  now: () => Date;
  hashPassword: (password: string) => Promise<string>;
  addEstimate: AddEstimate;
  keepFile: KeepFile;
}): Promise<boolean> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const time = now();
  return database.transaction(BEGIN_ON_PLATFORM, async ({ db }) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('ridgebook demo'))`);
    const companies = await db.select({ id: company.id }).from(company).limit(1);
    if (companies.length > 0) return false;
    await db
      .insert(account)
      .values(DEMO_ADMINS.map((person) => ({ ...person, passwordHash, emailConfirmed: true, isDemo: true })));
    const added = [];
    for (const demo of DEMO_COMPANIES) added.push({ demo, ...(await addCompany(db, { demo, passwordHash })) });
    await db.execute(sql`set local role none`);
    for (const each of added) await fillCompany(db, { ...each, now: time, addEstimate, keepFile });
    return true;
  });
}
