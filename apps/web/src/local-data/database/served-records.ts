import type {
  EstimateField,
  EstimateTemplate,
  Settings,
  StoredEstimateSection,
  StoredEstimateWorkflow,
  User,
} from "@ridgebook/contract";
import type { RecordIdIn, StoredRecord, StoreName } from "./stored-record.ts";

/**
 * The records of stores that only the server writes: whole, and upgraded to today's shapes when they are read. Records of queued stores
 * may be incomplete.
 */
interface ServedRecords {
  /** With the version of the price book that brought it. */
  "estimate-fields": EstimateField & { version: number };
  "estimate-sections": StoredEstimateSection;
  "estimate-workflows": StoredEstimateWorkflow;
  "estimate-templates": EstimateTemplate;
  /** `modifiedTime` is the time of the server's last change; null if this device does not know it. */
  settings: Settings & { id: 1; modifiedTime?: string | null };
  users: User;
}

export type ServedRecord<Name extends keyof ServedRecords> = ServedRecords[Name];

/** A record as transactions read it. */
export type KeptRecord<Name extends StoreName> = StoredRecord<RecordIdIn<Name>> &
  (Name extends keyof ServedRecords ? ServedRecords[Name] : unknown);
