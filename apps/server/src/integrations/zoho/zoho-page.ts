import {
  dayOf,
  isZohoMarket,
  leadName,
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
import { orNotFound } from "#http/or-not-found.ts";
import { holdGrant } from "#integrations/connection/grant-repository.ts";
import { isMeetingDayOnly } from "./lead-fields.ts";
import { webhookUrlOf } from "./keep-channel.ts";
import { enqueueZohoSync, zohoRepository, type SyncRow } from "./zoho-repository.ts";

const MAX_SHOWN = 200;
const NO_MAPPING: ZohoMapping = {
  meetingDate: null,
  projectType: null,
  customerNumber: null,
  poNumber: null,
  dealProjectType: null,
  dealLead: null,
};

const inWords = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : value == null ? "" : JSON.stringify(value);
const toField = ({ apiName, label, type }: StoredZohoField): ZohoField => ({ apiName, label, type });

/** Zoho's value of a finding, in words. If Zoho stores the meeting as a date, the time is ours. */
const thereOf = ({ field, there }: StoredFinding, dayZone: string | undefined): string =>
  field === "meetingDate" && dayZone !== undefined && typeof there === "string" && !Number.isNaN(Date.parse(there))
    ? dayOf({ moment: Date.parse(there), timeZone: there.includes("T") ? dayZone : "UTC" })
    : inWords(there);

/** The connected organization; undefined for none. */
async function findOrganization(scope: CompanyScope): Promise<ZohoOrganization | undefined> {
  const grant = await holdGrant(scope, "zoho");
  if (!grant) return undefined;
  const { zohoOrganizationDomainName: domainName } = (await readSettings(scope)).values;
  const marketLocation = grant.details["location"] ?? "";
  const isShown = !grant.isRehearsal && domainName !== "" && isZohoMarket(marketLocation);
  return {
    name: grant.accountLabel,
    domainName,
    marketLocation,
    url: isShown ? `https://crm.${ZOHO_MARKETS[marketLocation].site}/crm/${encodeURIComponent(domainName)}` : null,
  };
}

/** The time zone for Zoho's days, if Zoho stores the meeting as a date. */
async function findDayZone(scope: CompanyScope, row: SyncRow | undefined): Promise<string | undefined> {
  const { mapping = null, metadata = null } = row ?? {};
  return mapping && metadata && isMeetingDayOnly({ mapping, metadata }) ? readTimeZone(scope) : undefined;
}

const describeFinding = (finding: StoredFinding, dayZone: string | undefined): ZohoLeadState["findings"][number] => ({
  kind: finding.kind,
  field: finding.field,
  here: inWords(finding.here),
  there: thereOf(finding, dayZone),
});

/** A lead's Zoho state for its page. Throws notFound for another company's lead. */
export async function describeLead(scope: CompanyScope, leadId: LeadId): Promise<ZohoLeadState> {
  const found = orNotFound(await zohoRepository.findOfLead(scope, leadId));
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
          zohoId,
          leadId: leadId as LeadId,
          leadName: leadName(name),
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
 * The merge base after a decision: with their value as the base, ours counts as the change and is sent; with ours, Zoho's is applied.
 * Keeping a value that Zoho rejected sends it again.
 */
function baseAfter({ kind, here, there }: StoredFinding, keep: "here" | "there"): unknown {
  if (keep === "there") return kind === "notTaken" || kind === "deletedThere" ? undefined : here;
  return kind === "bothChanged" ? there : undefined;
}

/** Resolves a conflict; false if it no longer exists. */
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
