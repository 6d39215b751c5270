import { decideField, EMPTY_LEAD, leadRecord, type Lead } from "@ridgebook/contract";
import type { StoredFinding, ZohoMetadata } from "#database/schema/zoho-tables.ts";
import {
  isSent,
  statusInZoho,
  type ReadLead,
  type SentField,
  type SyncedField,
  type SyncedValues,
} from "./lead-fields.ts";

export type BaseValues = Readonly<Record<string, unknown>>;

export interface MergedLead {
  /** What the lead here gets of Zoho. */
  readonly taken: SyncedValues;
  /** What Zoho gets of the lead here. */
  readonly sent: Partial<Pick<Lead, SentField>>;
  /** What both sides agree on by now. What is sent is added once Zoho has it. */
  readonly base: BaseValues;
  /** What is kept on each side. */
  readonly findings: readonly StoredFinding[];
}

const isSame = (field: SyncedField, one: unknown, other: unknown): boolean =>
  leadRecord.written[field].isSame(one, other);

/** What both sides last agreed on; of a field that they never spoke of, nothing. */
const agreedOn = (base: BaseValues, field: SyncedField): unknown =>
  Object.hasOwn(base, field) ? base[field] : EMPTY_LEAD[field];

/** Whether a field of the lead here is not what both sides last agreed on. */
export const differsFromAgreed = (here: Lead, base: BaseValues, field: SyncedField): boolean =>
  !isSame(field, here[field], agreedOn(base, field));

/**
 * Three versions of a lead: here, in Zoho, and what both last agreed on. What one side changed goes to the other. What both changed stays
 * on each side and is found again each time, until one of them gives in: the base is not moved.
 *
 * @param base {} of a lead that was here before it was known in Zoho: then what is empty on one side is filled from the other
 * @param previous what was found last time. What Zoho did not accept is not sent again while it is the same.
 */
export function mergeLead({
  here,
  there,
  base,
  former,
  metadata,
}: {
  here: Lead;
  there: Pick<ReadLead, "values" | "unfit">;
  base: BaseValues;
  former: readonly StoredFinding[];
  metadata: ZohoMetadata;
}): MergedLead {
  const taken: Record<string, unknown> = {};
  const sent: Record<string, unknown> = {};
  const agreed: Record<string, unknown> = { ...base };
  // A salesperson is decided about where the owner is read.
  const findings: StoredFinding[] = former.filter(({ field }) => field === "userId");

  for (const [field, value] of Object.entries(there.values) as [SyncedField, unknown][]) {
    const ours = here[field];
    const was = agreedOn(base, field);
    const same = (one: unknown, other: unknown): boolean => isSame(field, one, other);
    const decision = decideField({ mine: value, theirs: ours, was }, same);
    const find = (kind: StoredFinding["kind"]): void => {
      findings.push({ kind, field, here: ours, there: value });
    };
    if (decision === "needsNothing") agreed[field] = value;
    else if (decision === "isTaken") {
      taken[field] = value;
      agreed[field] = value;
    } else if (!same(value, was)) find("bothChanged");
    else if (isSent(field)) {
      const isRefused = former.some(
        (each) => each.kind === "notAccepted" && each.field === field && same(each.here, ours),
      );
      if (field === "leadStatus" && statusInZoho(here.leadStatus, metadata) === undefined) find("statusUnknown");
      else if (isRefused) find("notAccepted");
      else sent[field] = ours;
    }
  }
  for (const [field, value] of there.unfit) findings.push({ kind: "notTaken", field, here: here[field], there: value });
  return { taken, sent, base: agreed, findings };
}
