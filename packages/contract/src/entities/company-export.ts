import { z } from "zod";
import { companyId } from "#ids.ts";

/** Waiting for its job, being written, ready to download, or failed. */
export const COMPANY_EXPORT_STATES = ["waiting", "writing", "done", "failed"] as const;
/** The retention of an archive. */
export const COMPANY_EXPORT_KEPT_DAYS = 7;

/** An archive of a company: its records and files, to be imported into another installation. */
export const companyExport = z.object({
  id: z.uuid(),
  companyId,
  state: z.enum(COMPANY_EXPORT_STATES),
  /** It failed because the server's disk is full. Older servers omit it. */
  isDiskFull: z.boolean().optional(),
  /** Tables and files written, and their total; 0 of 0 until the job has counted. */
  doneCount: z.number().int(),
  totalCount: z.number().int(),
  /** Bytes of the archive; 0 until it is done. */
  size: z.number().int(),
  /** Files missing in the file store; the archive lists them. */
  missingCount: z.number().int(),
  createdTime: z.iso.datetime(),
  finishedTime: z.iso.datetime().nullable(),
  /** When the archive is deleted; null until it is done. */
  expiresTime: z.iso.datetime().nullable(),
});
export type CompanyExport = z.infer<typeof companyExport>;
