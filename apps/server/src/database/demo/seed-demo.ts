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

/** Adds an estimate as of that time, with all checks of a synced one. */
type AddEstimate = (scope: CompanyScope, estimate: EstimateInput, time: Date) => Promise<{ readonly id: EstimateId }>;
/** Adds a fully signed paper and returns its fingerprint. */
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

/** Adds the estimates of the first appointment, so that a new user sees real totals. */
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

/** Adds a signed contract, and a change order of the next week, to the lead with the past appointment. */
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
    kind: "contract",
    name: "Contract, Roofing",
    workflows: SOLD_WORK.contract,
    buildsOn: [],
    time: daysAgo(9),
  });
  await add.addSignedPaper(scope, {
    ...paper,
    kind: "changeOrder",
    name: "Change order, Gutters",
    workflows: SOLD_WORK.changeOrder,
    buildsOn: [fingerprint],
    time: daysAgo(3),
  });
}

type KeepFile = (scope: CompanyScope, file: UploadedFile) => Promise<string>;

type DrawPaper = (model: DocumentModel, files: DocumentFiles) => Promise<Uint8Array>;

interface DemoFiles {
  readonly logoLight: UploadedFile;
  readonly logoDark: UploadedFile;
  readonly brochure: UploadedFile;
}

/** Draws the logo and brochure for the company's papers; undefined for a company without a logo. */
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
  // The logo has no id before it is stored; any id works for the brochure.
  const logoImage = logoLight.name;
  const settings = toSettings(completeSettings({ ...demo.settings, logoImage }));
  const bytes = Buffer.from(await drawPaper(writeDemoBrochure(settings, now), new Map([[logoImage, logoLight]])));
  return {
    logoLight,
    logoDark: await drawLogo("dark"),
    brochure: { name: DEMO_BROCHURE_NAME, contentType: "application/pdf", bytes },
  };
}

/** Stores the company's files and returns the settings that name them. */
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

/** Adds the company's settings, leads and estimates in one transaction, unless they exist. */
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
  // Devices download recently changed leads first.
  leads.sort((left, right) => left.modifiedTime.getTime() - right.modifiedTime.getTime());
  await insertLeads(scope, leads);
  const [salesperson] = salespeople;
  const selling = companyScope({ companyId, userId: salesperson, accountId: undefined, db });
  await addEstimates(selling, { demo, now, addEstimate });
  await addSale(selling, { demo, now, addEstimate, addSignedPaper });
}

/** Serializes processes. Filling is slow on a small machine, so the role's statement timeout is lifted here. */
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

/** Set in the installation while the demo's companies are being filled. */
const FILLING = "demo-filling";

interface DemoToFill {
  readonly demo: DemoCompany;
  readonly companyId: CompanyId;
  readonly salespeople: UserId[];
}

/** Creates the companies of an empty installation and returns those to fill, including those of an interrupted start. */
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
  // Evidence of the past may only be added to an inactive company (decision 0124).
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
 * Creates and fills the demo companies of an empty installation. The next start resumes an interrupted run. An installation with other
 * companies is left unchanged. Concurrent server processes wait for the first.
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
    // Slow, so outside the transaction.
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
