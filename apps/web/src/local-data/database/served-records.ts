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
 * What stores hold that only the server writes: whole records in today's shapes, upgraded as they are read. Records of queued stores have
 * only what the device knows of them.
 */
interface ServedRecords {
  /** With the version of the price book in which it came. */
  "estimate-fields": EstimateField & { version: number };
  "estimate-sections": StoredEstimateSection;
  "estimate-workflows": StoredEstimateWorkflow;
  "estimate-templates": EstimateTemplate;
  /** `modifiedTime` is that of the last change at the server; null where this device does not know it. */
  settings: Settings & { id: 1; modifiedTime?: string | null };
  users: User;
}

export type ServedRecord<Name extends keyof ServedRecords> = ServedRecords[Name];

/** A record as a transaction reads it. */
export type KeptRecord<Name extends StoreName> = StoredRecord<RecordIdIn<Name>> &
  (Name extends keyof ServedRecords ? ServedRecords[Name] : unknown);
