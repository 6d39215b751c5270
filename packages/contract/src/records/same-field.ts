import { estimateRecord } from "#entities/estimate-record.ts";
import { leadRecord } from "#entities/lead.ts";
import { isSameValue } from "#rules/same-value.ts";
import type { Member } from "./members.ts";
import type { RecordStore } from "./releases.ts";

const MEMBERS: Readonly<Partial<Record<RecordStore, Readonly<Record<string, Member>>>>> = {
  leads: leadRecord.written,
  estimates: estimateRecord.written,
};

/** How two values of a field or slice are compared, on a device and on the server: a member's by its own rule. */
export const isSameIn = (store: RecordStore, field: string): Member["isSame"] =>
  MEMBERS[store]?.[field]?.isSame ?? isSameValue;
