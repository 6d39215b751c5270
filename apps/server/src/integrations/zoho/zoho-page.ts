import { leadName, type LeadId, type ZohoField, type ZohoMapping, type ZohoSync } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import type { StoredFinding, StoredZohoField } from "#database/schema/zoho-tables.ts";
import { holdGrantId } from "#integrations/connection/grant-repository.ts";
import { webhookUrlOf } from "./sync-leads.ts";
import { enqueueZohoSync, zohoRepository } from "./zoho-repository.ts";

const MAX_SHOWN = 200;
const NO_MAPPING: ZohoMapping = {
  ...{ meetingDate: null, projectType: null, customerNumber: null },
  ...{ poNumber: null, dealProjectType: null, dealLead: null },
};

const inWords = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : value == null ? "" : JSON.stringify(value);
const toField = ({ apiName, label }: StoredZohoField): ZohoField => ({ apiName, label });

/** What the page shows of the leads (ZohoSync). */
export async function describeSync(scope: CompanyScope, publicUrl: string): Promise<ZohoSync> {
  const row = await zohoRepository.findSync(scope);
  const isConnected = (await holdGrantId(scope, "zoho")) !== undefined;
  const found = await zohoRepository.listWithFindings(scope, MAX_SHOWN);
  return {
    phase: !isConnected ? "off" : row?.caughtUpTime ? "following" : "loading",
    linkedCount: await zohoRepository.countLinked(scope),
    waitingCount: await zohoRepository.countHints(scope),
    caughtUpTime: row?.caughtUpTime?.toISOString() ?? null,
    mapping: row?.mapping ?? NO_MAPPING,
    leadFields: (row?.metadata?.leads ?? []).map(toField),
    dealFields: (row?.metadata?.deals ?? []).map(toField),
    findings: found
      .flatMap(({ findings, zohoId, leadId, ...name }) =>
        findings.map(({ here, there, kind, field }) => ({
          ...{ zohoId, leadId: leadId as LeadId, leadName: leadName(name), kind, field },
          ...{ here: inWords(here), there: inWords(there) },
        })),
      )
      .slice(0, MAX_SHOWN),
    findingCount: await zohoRepository.countFindings(scope),
    webhookUrl: webhookUrlOf(publicUrl, scope.companyId),
    channelEndsTime: row?.channelEndsTime?.toISOString() ?? null,
  };
}

/**
 * What both sides agree on after a decision: with the value there as the former one, the value here counts as the change, and goes to
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
