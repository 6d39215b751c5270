import type {
  UserId,
  CompanyId,
  EstimateId,
  EstimateInput,
  LeadId,
  SettingsFields,
  UploadedFile,
} from "@ridgebook/contract";
import type { DocumentModel } from "@ridgebook/documents";
import type { DocumentFiles } from "@ridgebook/documents/pdf";
import { and, eq, inArray, sql } from "drizzle-orm";
import { companyScope, type CompanyScope, type PlatformScope, type Statements } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { completeSettings, STARTER_SETTINGS, toSettings } from "#database/company-settings.ts";
import { findPersonName } from "#database/company-users.ts";
import { lead } from "#database/schema/lead-tables.ts";
import { companySettings } from "#database/schema/settings-tables.ts";
import { account, company, installation, membership } from "#database/schema/platform-tables.ts";
import { waitForTurn } from "#database/take-turn.ts";
import { DEMO_BROCHURE_NAME, writeDemoBrochure } from "./demo-brochure.ts";
import { DEMO_ADMINS, DEMO_COMPANIES, DEMO_PASSWORD, type DemoCompany } from "./demo-accounts.ts";
import type { DemoAppointment } from "./demo-appointments.ts";
import { SOLD_WORK, writeDemoEstimates, writeSoldEstimate } from "./demo-estimates.ts";
import { drawDemoLogo, type LogoGround } from "./demo-logo.ts";
import { generateDemoLeads } from "./demo-leads.ts";
import type { DemoPaper } from "./demo-papers.ts";
import { insertLeads } from "./insert-leads.ts";

/** A company with its users. */
async function addCompany(
  db: Statements,
  { demo, passwordHash }: { demo: DemoCompany; passwordHash: string },
): Promise<void> {
  const [added] = await db.insert(company).values({ name: demo.name }).returning({ id: company.id });
  if (!added) throw new Error("The demo company was not made.");
  const accounts = await db
    .insert(account)
    .values(
      demo.users.map(({ role: _role, ...person }) => ({ ...person, passwordHash, emailConfirmed: true, isDemo: true })),
    )
    .returning({ id: account.id, email: account.email });
  const idsByEmail = new Map(accounts.map(({ id, email }) => [email, id]));
  const members = demo.users.flatMap(({ email, ...person }) => {
    const accountId = idsByEmail.get(email);
    return accountId === undefined ? [] : [{ ...person, accountId, companyId: added.id }];
  });
  await db.insert(membership).values(members);
}

/** Adds an estimate as a salesperson's device would at that time, with all its checks. */
type AddEstimate = (scope: CompanyScope, estimate: EstimateInput, time: Date) => Promise<{ readonly id: EstimateId }>;
/** Adds a paper that everybody has signed; returns its fingerprint. */
type AddSignedPaper = (scope: CompanyScope, paper: DemoPaper) => Promise<string>;

async function findLeadOf(scope: CompanyScope, appointment: DemoAppointment): Promise<LeadId> {
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
  if (!found) throw new Error("The lead of an appointment was not made.");
  return found.id as LeadId;
}

/** The estimates of the first appointment, made by its salesperson, so that a new user meets real totals. */
async function addEstimates(
  scope: CompanyScope,
  { demo, now, addEstimate }: { demo: DemoCompany; now: Date; addEstimate: AddEstimate },
): Promise<void> {
  const [appointment] = demo.appointments;
  if (!appointment) return;
  for (const estimate of writeDemoEstimates(await findLeadOf(scope, appointment)))
    await addEstimate(scope, estimate, now);
}

const DAY_MS = 86_400_000;

/** What was sold to the lead with the past appointment: a signed contract, and a change order of the next week. */
async function addSale(
  scope: CompanyScope,
  { demo, now, ...add }: { demo: DemoCompany; now: Date; addEstimate: AddEstimate; addSignedPaper: AddSignedPaper },
): Promise<void> {
  const appointment = demo.appointments.find(({ leadStatus }) => leadStatus === "Sold");
  const by = scope.userId && (await findPersonName(scope, scope.userId));
  if (!appointment || !by || !scope.userId) return;
  const input = writeSoldEstimate(await findLeadOf(scope, appointment));
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const { id: estimateId } = await add.addEstimate(scope, input, daysAgo(10));
  const paper = { estimateId, by: { id: scope.userId, ...by } };
  const fingerprint = await add.addSignedPaper(scope, {
    ...paper,
    ...{ kind: "contract", name: "Contract, Roofing", workflows: SOLD_WORK.contract, buildsOn: [] },
    time: daysAgo(9),
  });
  await add.addSignedPaper(scope, {
    ...paper,
    ...{
      kind: "changeOrder",
      name: "Change order, Gutters",
      workflows: SOLD_WORK.changeOrder,
      buildsOn: [fingerprint],
    },
    time: daysAgo(3),
  });
}

/** Keeps a file of the company; returns its id. */
type KeepFile = (scope: CompanyScope, file: UploadedFile) => Promise<string>;

/** Draws a paper as a PDF. */
type DrawPaper = (model: DocumentModel, files: DocumentFiles) => Promise<Uint8Array>;

interface DemoFiles {
  readonly logoLight: UploadedFile;
  readonly logoDark: UploadedFile;
  readonly brochure: UploadedFile;
}

/** What the company's papers carry. Undefined for a company without a logo: it has no brochure either. */
async function drawFiles(
  demo: DemoCompany,
  { drawPaper, now }: { drawPaper: DrawPaper; now: Date },
): Promise<DemoFiles | undefined> {
  if (!demo.hasLogo) return undefined;
  const drawLogo = async (ground: LogoGround): Promise<UploadedFile> => {
    const bytes = Buffer.from(await drawDemoLogo(ground));
    return { name: `logo-${ground}.png`, contentType: "image/png", bytes };
  };
  const logoLight = await drawLogo("light");
  // It has no id before it is kept; on the brochure any will do.
  const logoImage = logoLight.name;
  const settings = toSettings(completeSettings({ ...demo.settings, logoImage }));
  const bytes = Buffer.from(await drawPaper(writeDemoBrochure(settings, now), new Map([[logoImage, logoLight]])));
  return {
    ...{ logoLight, logoDark: await drawLogo("dark") },
    brochure: { name: DEMO_BROCHURE_NAME, contentType: "application/pdf", bytes },
  };
}

/** The settings that name the company's files, which are kept. */
async function keepFiles(
  scope: CompanyScope,
  { logoLight, logoDark, brochure }: DemoFiles,
  keepFile: KeepFile,
): Promise<Partial<SettingsFields>> {
  const logoImage = await keepFile(scope, logoLight);
  return {
    logoImage,
    logoDarkImage: await keepFile(scope, logoDark),
    contractLogos: [logoImage],
    contractAttachments: [await keepFile(scope, brochure)],
  };
}

/** The company's settings, leads and estimates, all or nothing. Does nothing where they are there already. */
async function fillCompany(
  scope: CompanyScope,
  {
    demo,
    salespeople,
    now,
    addEstimate,
    addSignedPaper,
    files,
    keepFile,
  }: {
    demo: DemoCompany;
    salespeople: UserId[];
    now: Date;
    addEstimate: AddEstimate;
    addSignedPaper: AddSignedPaper;
    files: DemoFiles | undefined;
    keepFile: KeepFile;
  },
): Promise<void> {
  const { companyId, db } = scope;
  await waitForOthers(scope);
  const filled = await db.select({ id: companySettings.companyId }).from(companySettings).limit(1);
  if (filled.length > 0) return;
  const values = { ...STARTER_SETTINGS, ...demo.settings, ...(files && (await keepFiles(scope, files, keepFile))) };
  await db.insert(companySettings).values({ companyId, values });
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
  const selling = companyScope({ companyId, userId: salesperson, accountId: undefined, db });
  await addEstimates(selling, { demo, now, addEstimate });
  await addSale(selling, { demo, now, addEstimate, addSignedPaper });
}

/** Lets one process after the other in. Filling takes a while on a slow machine: the role's limit of a statement does not hold here. */
async function waitForOthers({ db }: CompanyScope | PlatformScope): Promise<void> {
  await db.execute(sql`select set_config('statement_timeout', '0', true)`);
  const tryLock = async (): Promise<boolean> => {
    const { rows } = await db.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('ridgebook demo')) as taken`,
    );
    return rows[0]?.taken === true;
  };
  await waitForTurn(tryLock, { work: "filling the demo company" });
}

/** Stands in the installation from when the demo's companies are made until they are filled. */
const FILLING = "demo-filling";

interface DemoToFill {
  readonly demo: DemoCompany;
  readonly companyId: CompanyId;
  readonly salespeople: UserId[];
}

/** Makes the companies of an empty installation; returns those that must be filled, also those of a start that was broken off. */
async function makeCompanies(
  platform: PlatformScope,
  { passwordHash }: { passwordHash: string },
): Promise<DemoToFill[]> {
  const { db } = platform;
  await waitForOthers(platform);
  const present = await db.select({ id: company.id }).from(company).limit(1);
  if (present.length === 0) {
    await db
      .insert(account)
      .values(DEMO_ADMINS.map((person) => ({ ...person, passwordHash, emailConfirmed: true, isDemo: true })));
    for (const demo of DEMO_COMPANIES) await addCompany(db, { demo, passwordHash });
    await db.insert(installation).values({ key: FILLING, value: "" });
  }
  const filling = await db.select().from(installation).where(eq(installation.key, FILLING));
  if (filling.length === 0) return [];
  const members = await db
    .select({ name: company.name, companyId: company.id, userId: membership.id, role: membership.role })
    .from(membership)
    .innerJoin(company, eq(company.id, membership.companyId))
    .orderBy(membership.id);
  const toFill = DEMO_COMPANIES.flatMap((demo) => {
    const own = members.filter(({ name }) => name === demo.name);
    const [member] = own;
    if (!member) return [];
    const salespeople = own.filter(({ role }) => role === "User").map(({ userId }) => userId as UserId);
    return [{ demo, companyId: member.companyId as CompanyId, salespeople }];
  });
  // Only a company that is not active may be given evidence of the past (decision 0124).
  await setActive(platform, toFill, false);
  return toFill;
}

const setActive = ({ db }: PlatformScope, companies: readonly DemoToFill[], active: boolean) =>
  db
    .update(company)
    .set({ active })
    .where(
      inArray(
        company.id,
        companies.map(({ companyId }) => companyId),
      ),
    );

/**
 * Makes and fills the demo companies of an empty installation. Where that was broken off, the next start
 * goes on. An installation that has other companies is left as it is. Server processes that start at the same time wait for the first.
 */
export async function seedDemo({
  database,
  now,
  hashPassword,
  addEstimate,
  addSignedPaper,
  drawPaper,
  keepFile,
}: {
  database: Database;
  now: () => Date;
  hashPassword: (password: string) => Promise<string>;
  addEstimate: AddEstimate;
  addSignedPaper: AddSignedPaper;
  drawPaper: DrawPaper;
  keepFile: KeepFile;
}): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const time = now();
  const toFill = await database.onPlatform((platform) => makeCompanies(platform, { passwordHash }));
  for (const { companyId, ...each } of toFill) {
    // Before the transaction: it takes a while.
    const files = await drawFiles(each.demo, { drawPaper, now: time });
    await database.inCompany({ companyId }, (scope) =>
      fillCompany(scope, { ...each, now: time, addEstimate, addSignedPaper, files, keepFile }),
    );
  }
  if (toFill.length > 0)
    await database.onPlatform(async (platform) => {
      await setActive(platform, toFill, true);
      await platform.db.delete(installation).where(eq(installation.key, FILLING));
    });
}
