import { z } from "zod";
import { MAX_BATCH_CALLS, MAX_CHANGES_PAGE, MAX_REQUEST_BYTES } from "#constants.ts";
import { document } from "#entities/document.ts";
import { estimate } from "#entities/estimate.ts";
import { estimateTemplate } from "#entities/estimate-template.ts";
import { lead } from "#entities/lead.ts";
import { estimateField, fieldId } from "#entities/price-book.ts";
import { settings } from "#entities/settings.ts";
import { user } from "#entities/user.ts";
import { storedEstimateSection, storedEstimateWorkflow } from "#entities/workflow.ts";
import { defineRoutes } from "./define-routes.ts";
import { SYNCED_STORES, type SyncedStoreName } from "./synced-stores.ts";

/** The synced stores of a device, with the record of each. */
export const syncedStores = {
  leads: lead,
  users: user,
  /** With the time of their last change; null if the server or the device does not know it. */
  settings: settings.extend({ id: z.literal(1), modifiedTime: z.iso.datetime().nullable() }),
  /** The current price book, one record per field, with the version in which the record came. */
  "estimate-fields": estimateField.extend({ version: z.number().int() }),
  "estimate-sections": storedEstimateSection,
  "estimate-workflows": storedEstimateWorkflow,
  estimates: estimate,
  /** With their content, so that papers can be drawn offline. */
  "estimate-documents": document,
  /** The company's templates and the person's own. */
  "estimate-templates": estimateTemplate,
} as const satisfies Record<SyncedStoreName, z.ZodType>;
export type SyncedRecord = { [Name in SyncedStoreName]: z.infer<(typeof syncedStores)[Name]> };

/** A key that a device generates for one attempt: 16 to 64 letters, digits and hyphens. */
export const idempotencyKey = z
  .string()
  .regex(/^[A-Za-z0-9-]{16,64}$/, "Idempotency-Key must have 16 to 64 letters, digits or hyphens.");

const batchCall = z.strictObject({
  method: z.enum(["POST", "PUT", "DELETE"], "method must be POST, PUT or DELETE."),
  path: z.string().max(500),
  key: idempotencyKey,
  body: z.unknown().optional(),
  /** The release of the app that made the call, if it was updated since (`records/releases.ts`). */
  release: z.number().int().min(1).optional(),
});

const batchReply = z.object({ status: z.number().int(), body: z.unknown().optional() });
export type BatchReply = z.infer<typeof batchReply>;

const storesQuery = z
  .string()
  .transform((value) => value.split(",").filter(Boolean))
  .pipe(
    z
      .array(z.enum(SYNCED_STORES, `stores must be a list of ${SYNCED_STORES.join(", ")}.`))
      .min(1, "stores must name at least one store."),
  );

const changesReply = z.object({
  changed: z.object({
    leads: z.array(syncedStores.leads).optional(),
    users: z.array(syncedStores.users).optional(),
    settings: z.array(syncedStores.settings).optional(),
    "estimate-fields": z.array(syncedStores["estimate-fields"]).optional(),
    "estimate-sections": z.array(syncedStores["estimate-sections"]).optional(),
    "estimate-workflows": z.array(syncedStores["estimate-workflows"]).optional(),
    estimates: z.array(syncedStores.estimates).optional(),
    "estimate-documents": z.array(syncedStores["estimate-documents"]).optional(),
    "estimate-templates": z.array(syncedStores["estimate-templates"]).optional(),
  }),
  deleted: z.object({
    leads: z.array(z.number().int()).optional(),
    users: z.array(z.number().int()).optional(),
    settings: z.array(z.number().int()).optional(),
    "estimate-fields": z.array(fieldId).optional(),
    "estimate-sections": z.array(z.number().int()).optional(),
    "estimate-workflows": z.array(z.number().int()).optional(),
    estimates: z.array(z.number().int()).optional(),
    "estimate-documents": z.array(z.number().int()).optional(),
    "estimate-templates": z.array(z.number().int()).optional(),
  }),
  cursor: z.string(),
  more: z.boolean(),
  /** On pages of a first download: the total of requested leads, estimates and documents. */
  total: z.number().int().optional(),
});
export type ChangesReply = z.infer<typeof changesReply>;

export const syncRoutes = defineRoutes({
  sendBatch: {
    method: "POST",
    path: "/api/batch",
    summary: "Applies up to 100 changes in order, each in its own transaction and under its own key.",
    access: "companyUser",
    body: z.strictObject({
      calls: z
        .array(batchCall)
        .min(1, "calls must not be empty.")
        .max(MAX_BATCH_CALLS, "At most 100 calls in a batch."),
    }),
    // 100 changes of any kind that devices make.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: z.object({ replies: z.array(batchReply) }),
    problems: [],
  },
  getChanges: {
    method: "GET",
    path: "/api/changes",
    summary: "What changed since a cursor. Without one, the newest records first.",
    access: "companyUser",
    query: z.object({
      stores: storesQuery,
      cursor: z.string().max(200).optional(),
      limit: z.coerce
        .number("limit must be a number.")
        .int("limit must be a whole number.")
        .min(1, "limit must be at least 1.")
        .max(MAX_CHANGES_PAGE, `limit must be at most ${String(MAX_CHANGES_PAGE)}.`)
        .default(MAX_CHANGES_PAGE),
    }),
    reply: changesReply,
    problems: ["cursorTooOld"],
  },
});
