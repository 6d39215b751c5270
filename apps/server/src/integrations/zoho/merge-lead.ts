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
  /** Zoho's values to apply here. */
  readonly taken: SyncedValues;
  readonly sent: Partial<Pick<Lead, SentField>>;
  /** The new merge base. Sent values are added once Zoho has them. */
  readonly base: BaseValues;
  /** Conflicts: each side keeps its value. */
  readonly findings: readonly StoredFinding[];
}

const isSame = (field: SyncedField, one: unknown, other: unknown): boolean =>
  leadRecord.written[field].isSame(one, other);

/** The last agreed value; nothing for a field never synced. */
const agreedOn = (base: BaseValues, field: SyncedField): unknown =>
  Object.hasOwn(base, field) ? base[field] : EMPTY_LEAD[field];

/** Whether a lead's field differs from the last agreed value. */
export const differsFromAgreed = (here: Lead, base: BaseValues, field: SyncedField): boolean =>
  !isSame(field, here[field], agreedOn(base, field));

/**
 * Three-way merge of a lead: here, Zoho, and the base. A change on one side goes to the other. A change on both is a conflict: each side
 * keeps its value, and the base stays, until one of them gives in.
 *
 * @param base {} for a lead older than its link with Zoho: empty fields are then filled from the other side
 * @param former the last findings; an unchanged value that Zoho rejected is not sent again
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
  // Salespeople are decided where the owner is read.
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
