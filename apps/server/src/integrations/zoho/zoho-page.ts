import {
  dayOf,
  isZohoMarket,
  leadName,
  Problem,
  ZOHO_MARKETS,
  type LeadId,
  type ZohoField,
  type ZohoLeadState,
  type ZohoMapping,
  type ZohoOrganization,
  type ZohoSync,
} from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { readSettings, readTimeZone } from "#database/company-settings.ts";
import type { StoredFinding, StoredZohoField } from "#database/schema/zoho-tables.ts";
import { holdGrant } from "#integrations/connection/grant-repository.ts";
import { isMeetingDayOnly } from "./lead-fields.ts";
import { webhookUrlOf } from "./sync-leads.ts";
import { enqueueZohoSync, zohoRepository, type SyncRow } from "./zoho-repository.ts";

const MAX_SHOWN = 200;
const NO_MAPPING: ZohoMapping = {
  ...{ meetingDate: null, projectType: null, customerNumber: null },
  ...{ poNumber: null, dealProjectType: null, dealLead: null },
};

const inWords = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : value == null ? "" : JSON.stringify(value);
const toField = ({ apiName, label, type }: StoredZohoField): ZohoField => ({ apiName, label, type });

/** What Zoho holds of a finding, in words. Where Zoho keeps the meeting as a date, its time is ours. */
const thereOf = ({ field, there }: StoredFinding, dayZone: string | undefined): string =>
  field === "meetingDate" && dayZone !== undefined && typeof there === "string" && !Number.isNaN(Date.parse(there))
    ? dayOf({ moment: Date.parse(there), timeZone: there.includes("T") ? dayZone : "UTC" })
    : inWords(there);

/** The organization that is connected; undefined where none is. */
async function findOrganization(scope: CompanyScope): Promise<ZohoOrganization | undefined> {
  const grant = await holdGrant(scope, "zoho");
  if (!grant) return undefined;
  const { zohoOrganizationDomainName: domainName } = (await readSettings(scope)).values;
  const marketLocation = grant.details["location"] ?? "";
  const isShown = !grant.isRehearsal && domainName !== "" && isZohoMarket(marketLocation);
  return {
    ...{ name: grant.accountLabel, domainName, marketLocation },
    url: isShown ? `https://crm.${ZOHO_MARKETS[marketLocation].site}/crm/${encodeURIComponent(domainName)}` : null,
  };
}

/** The time zone in which a day of Zoho's is one here, where Zoho keeps the meeting as a date. */
async function findDayZone(scope: CompanyScope, row: SyncRow | undefined): Promise<string | undefined> {
  const { mapping = null, metadata = null } = row ?? {};
  return mapping && metadata && isMeetingDayOnly({ mapping, metadata }) ? readTimeZone(scope) : undefined;
}

const describeFinding = (finding: StoredFinding, dayZone: string | undefined): ZohoLeadState["findings"][number] => ({
  ...{ kind: finding.kind, field: finding.field, here: inWords(finding.here), there: thereOf(finding, dayZone) },
});

/** What the page of a lead shows of it at Zoho. Throws notFound for a lead that is not the company's. */
export async function describeLead(scope: CompanyScope, leadId: LeadId): Promise<ZohoLeadState> {
  const found = await zohoRepository.findOfLead(scope, leadId);
  if (!found) throw new Problem("notFound");
  const organization = await findOrganization(scope);
  const { link } = found;
  if (!organization || !link) return { url: null, findings: [] };
  const dayZone = await findDayZone(scope, await zohoRepository.findSync(scope));
  const isThere = link.state === "linked" && organization.url !== null;
  return {
    url: isThere ? `${organization.url}/tab/Leads/${link.zohoId}` : null,
    findings: link.findings.map((finding) => describeFinding(finding, dayZone)),
  };
}

/** What the page shows of the leads (ZohoSync). */
export async function describeSync(scope: CompanyScope, publicUrl: string): Promise<ZohoSync> {
  const row = await zohoRepository.findSync(scope);
  const organization = (await findOrganization(scope)) ?? null;
  const found = await zohoRepository.listWithFindings(scope, MAX_SHOWN);
  const dayZone = await findDayZone(scope, row);
  return {
    organization,
    phase: organization === null ? "off" : row?.caughtUpTime ? "following" : "loading",
    linkedCount: await zohoRepository.countLinked(scope),
    waitingCount: await zohoRepository.countHints(scope),
    caughtUpTime: row?.caughtUpTime?.toISOString() ?? null,
    mapping: row?.mapping ?? NO_MAPPING,
    leadFields: (row?.metadata?.leads ?? []).map(toField),
    dealFields: (row?.metadata?.deals ?? []).map(toField),
    findings: found
      .flatMap(({ findings, zohoId, leadId, ...name }) =>
        findings.map((finding) => ({
          ...{ zohoId, leadId: leadId as LeadId, leadName: leadName(name) },
          ...describeFinding(finding, dayZone),
        })),
      )
      .slice(0, MAX_SHOWN),
    findingCount: await zohoRepository.countFindings(scope),
    webhookUrl: webhookUrlOf(publicUrl, scope.companyId),
    channelEndsTime: row?.channelEndsTime?.toISOString() ?? null,
  };
}

/**
 * What both sides agree on after a decision: with the value there as the previous one, the value here counts as the change, and goes to
 * Zoho; with the one here, Zoho's comes. Where Zoho does not take a value, keeping it means another try.
 */
function baseAfter({ kind, here, there }: StoredFinding, keep: "here" | "there"): unknown {
  if (keep === "there") return kind === "notTaken" || kind === "deletedThere" ? undefined : here;
  return kind === "bothChanged" ? there : undefined;
}

/** Decides about something that was kept on both sides; false where there is nothing of the kind any more. */
export async function settleFinding(
  scope: CompanyScope,
  { zohoId, field, keep }: { zohoId: string; field: string; keep: "here" | "there" },
): Promise<boolean> {
  const [link] = await zohoRepository.holdLeads(scope, [zohoId]);
  const finding = link?.findings.find((each) => each.field === field);
  if (!link || !finding) return false;
  const { companyId: _companyId, ...row } = link;
  const agreed = field === "userId" ? undefined : baseAfter(finding, keep);
  await zohoRepository.saveLeads(scope, [
    {
      ...row,
      base: agreed === undefined ? link.base : { ...link.base, [field]: agreed },
      findings: link.findings.filter((each) => each !== finding),
    },
  ]);
  if (link.state === "linked") {
    await zohoRepository.addHints(scope, [zohoId]);
    await enqueueZohoSync(scope);
  }
  return true;
}
