import type { CompanyId } from "@ridgebook/contract";
import { z } from "zod";
import type { HttpCallReply } from "#egress/http-call.ts";
import type { StoredZohoField, ZohoMetadata } from "#database/schema/zoho-tables.ts";
import type { CallProvider, ProviderRequest } from "#integrations/connection/provider-calls.ts";
import { ProviderFailure, type Provider } from "#integrations/connection/provider.ts";
import { absentKeys, readJson, readRows, readShape } from "#integrations/connection/read-reply.ts";
import { failureOfConnection } from "./zoho-failure.ts";

const MAX_PAGE_BYTES = 8_000_000;
const PAGE_SIZE = 200;
const MAX_PAGES = 50;
/** Jobs wait longer than people. */
const JOB_WITHIN_MS = 60_000;
const UNWATCH_WITHIN_MS = 5_000;
const NOTHING: readonly number[] = [204, 304];

const recordId = z.string().regex(/^\d{1,30}$/);
const identified = z.looseObject({ id: recordId });
const zohoRow = identified.extend({ Modified_Time: z.string() });
const deletedRow = z.looseObject({ id: recordId, deleted_time: z.string() });
export type ZohoRow = z.infer<typeof zohoRow>;

const info = z.looseObject({ more_records: z.boolean().nullish(), next_page_token: z.string().nullish() }).nullish();
const rowsReply = z.looseObject({ data: z.array(z.unknown()), info });
const fieldsReply = z.looseObject({
  fields: z.array(
    z.looseObject({
      api_name: z.string(),
      field_label: z.string().nullish(),
      data_type: z.string().nullish(),
      pick_list_values: z
        .array(z.looseObject({ display_value: z.string(), actual_value: z.string().nullish() }))
        .nullish(),
    }),
  ),
});
const zohoUser = z.looseObject({
  id: recordId,
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  mobile: z.string().nullish(),
  status: z.string().nullish(),
});
type ZohoUser = z.infer<typeof zohoUser>;
const usersReply = z.looseObject({ users: z.array(zohoUser), info });
const orgReply = z.looseObject({
  org: z.array(z.looseObject({ domain_name: z.string(), company_name: z.string().nullish() })).min(1),
});
/** Of one record, or of the whole request. */
const result = z.looseObject({
  status: z.string(),
  code: z.string(),
  details: z.looseObject({ api_name: z.string().nullish(), Modified_Time: z.string().nullish() }).nullish(),
});
const resultsReply = z.looseObject({ data: z.array(result).min(1) });
const watchReply = z.looseObject({
  watch: z
    .array(
      z.looseObject({
        status: z.string(),
        details: z.looseObject({ events: z.array(z.looseObject({ channel_expiry: z.string() })) }).nullish(),
      }),
    )
    .min(1),
});

/** Throws unreadable for another shape. */
const parse = <Schema extends z.ZodType>(schema: Schema, reply: HttpCallReply): z.output<Schema> =>
  readShape(schema, readJson(reply));

export interface LeadPage {
  readonly rows: readonly ZohoRow[];
  /** Of all existing records, readable or not. */
  readonly ids: readonly string[];
  readonly hasMore: boolean;
  readonly nextPageToken: string | undefined;
  /** The response's time by Zoho's clock. */
  readonly answeredTime: Date;
}

export type Sent =
  | { readonly outcome: "done"; readonly modifiedTime: Date | undefined }
  /** The record was changed since it was read. */
  | { readonly outcome: "stale" }
  | { readonly outcome: "gone" }
  /** The field's API name, if Zoho names it. */
  | { readonly outcome: "notAccepted"; readonly field: string | undefined };

const channelIdOf = (companyId: CompanyId): string => String(10_000_000_000 + companyId);

/** With an offset and in seconds, as Zoho requires. */
export const toZohoTime = (time: Date): string => `${time.toISOString().slice(0, 19)}+00:00`;

/** Zoho's API, version 8, with a company's grant. All methods throw ProviderFailure. */
export function createZohoClient({ call, provider, now }: { call: CallProvider; provider: Provider; now: () => Date }) {
  /** By the clock that dates Zoho's changes; ours if the response has no date. */
  const readAnsweredTime = ({ headers }: HttpCallReply): Date => {
    const time = new Date(headers.date ?? "");
    return Number.isNaN(time.getTime()) ? now() : time;
  };
  const ask = <Result>(
    companyId: CompanyId,
    { path, ...request }: Omit<ProviderRequest<Result>, "urlOn" | "maxBytes"> & { path: string },
    withinMs?: number,
  ): Promise<Result> =>
    call({
      companyId,
      provider,
      ...(withinMs !== undefined && { withinMs }),
      request: { ...request, maxBytes: MAX_PAGE_BYTES, urlOn: (base) => `${base}/crm/v8/${path}` },
    });

  async function listLeads(
    companyId: CompanyId,
    { fields, ...query }: Readonly<Record<string, string>> & { readonly fields: string },
    since?: Date,
  ): Promise<LeadPage> {
    return ask(
      companyId,
      {
        name: "leads",
        path: `Leads?${new URLSearchParams({ fields, ...query }).toString()}`,
        expects: NOTHING,
        ...(since && { headers: { "if-modified-since": toZohoTime(since) } }),
        read: (reply, noteMissing) => {
          const answeredTime = readAnsweredTime(reply);
          if (NOTHING.includes(reply.status))
            return { rows: [], ids: [], hasMore: false, nextPageToken: undefined, answeredTime };
          const page = parse(rowsReply, reply);
          const rows = readRows(zohoRow, page.data, noteMissing);
          // Rows omit fields that were deleted or that the account may not see: our values stay.
          noteMissing(absentKeys(rows, fields.split(",")));
          const ids = page.data.flatMap((row) => identified.safeParse(row).data?.id ?? []);
          const nextPageToken = page.info?.next_page_token ?? undefined;
          return { rows, ids, hasMore: page.info?.more_records === true, nextPageToken, answeredTime };
        },
      },
      JOB_WITHIN_MS,
    );
  }

  const readFields = (companyId: CompanyId, module: "Leads" | "Deals") =>
    ask(companyId, {
      name: "fields",
      path: `settings/fields?module=${module}`,
      read: (reply) => parse(fieldsReply, reply).fields,
    });
  const toStored = ({ api_name, field_label, data_type }: Awaited<ReturnType<typeof readFields>>[number]) =>
    ({ apiName: api_name, label: field_label || api_name, type: data_type ?? "" }) satisfies StoredZohoField;

  return {
    /** Leads changed since then, oldest change first. */
    listChanged: (
      companyId: CompanyId,
      {
        fields,
        since,
        pageToken,
      }: { fields: readonly string[]; since: Date | undefined; pageToken?: string | undefined },
    ): Promise<LeadPage> =>
      listLeads(
        companyId,
        {
          fields: fields.join(","),
          per_page: String(PAGE_SIZE),
          sort_by: "Modified_Time",
          sort_order: "asc",
          converted: "both",
          ...(pageToken === undefined ? { page: "1" } : { page_token: pageToken }),
        },
        since,
      ),

    /** The existing ones of at most 100 ids. */
    listByIds: (companyId: CompanyId, { fields, ids }: { fields: readonly string[]; ids: readonly string[] }) =>
      listLeads(companyId, {
        fields: fields.join(","),
        ids: ids.join(","),
        per_page: String(PAGE_SIZE),
        converted: "both",
      }),

    /** Ids and times of leads deleted since. */
    async listDeleted(companyId: CompanyId, since: Date | undefined): Promise<{ id: string; time: Date }[]> {
      const found: { id: string; time: Date }[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const { rows, hasMore } = await ask(companyId, {
          name: "deleted",
          path: `Leads/deleted?type=all&page=${String(page)}&per_page=${String(PAGE_SIZE)}`,
          expects: NOTHING,
          ...(since && { headers: { "if-modified-since": toZohoTime(since) } }),
          read: (reply, noteMissing) => {
            if (NOTHING.includes(reply.status)) return { rows: [], hasMore: false };
            const read = parse(rowsReply, reply);
            return {
              rows: readRows(deletedRow, read.data, noteMissing),
              hasMore: read.info?.more_records === true,
            };
          },
        });
        found.push(...rows.map(({ id, deleted_time }) => ({ id, time: new Date(deleted_time) })));
        if (!hasMore) break;
      }
      return found.filter(({ time }) => !Number.isNaN(time.getTime()));
    },

    /**
     * Changes one lead, unless it was changed since it was read. Workflows are off, so that nothing echoes. Idempotent after a lost
     * response.
     */
    update: (
      companyId: CompanyId,
      { id, values, readTime }: { id: string; values: Readonly<Record<string, unknown>>; readTime: Date },
    ): Promise<Sent> =>
      ask(
        companyId,
        {
          name: "update-lead",
          method: "PUT",
          path: `Leads/${id}`,
          expects: [204, 400, 403, 404, 412],
          headers: { "content-type": "application/json", "if-unmodified-since": toZohoTime(readTime) },
          body: JSON.stringify({ data: [values], trigger: [] }),
          read: readSent,
        },
        JOB_WITHIN_MS,
      ),

    async readMetadata(companyId: CompanyId): Promise<ZohoMetadata> {
      const leads = await readFields(companyId, "Leads");
      const deals = await readFields(companyId, "Deals").catch((error: unknown) => {
        // Leads don't depend on deal metadata.
        if (error instanceof ProviderFailure) return [];
        throw error;
      });
      const statuses = leads.find(({ api_name }) => api_name === "Lead_Status")?.pick_list_values ?? [];
      return {
        leads: leads.map(toStored),
        deals: deals.map(toStored),
        statuses: statuses.map(({ display_value, actual_value }) => ({
          shown: display_value,
          actual: actual_value ?? display_value,
        })),
      };
    },

    async listUsers(companyId: CompanyId): Promise<ZohoUser[]> {
      const found: ZohoUser[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const { users, hasMore } = await ask(companyId, {
          name: "users",
          path: `users?type=AllUsers&page=${String(page)}&per_page=${String(PAGE_SIZE)}`,
          expects: NOTHING,
          read: (reply, noteMissing) => {
            if (NOTHING.includes(reply.status)) return { users: [], hasMore: false };
            const read = parse(usersReply, reply);
            noteMissing(absentKeys(read.users, ["status", "email"]));
            return { users: read.users, hasMore: read.info?.more_records === true };
          },
        });
        found.push(...users);
        if (!hasMore) break;
      }
      return found;
    },

    readOrganization: (companyId: CompanyId): Promise<{ name: string; domainName: string }> =>
      ask(companyId, {
        name: "org",
        path: "org",
        read: (reply, noteMissing) => {
          const { org: orgs } = parse(orgReply, reply);
          noteMissing(absentKeys(orgs, ["company_name"]));
          const [org] = orgs;
          return { name: org?.company_name ?? "", domainName: org?.domain_name ?? "" };
        },
      }),

    /** A lead's deals, by the field that holds its id. */
    listDeals: (companyId: CompanyId, { field, value, fields }: { field: string; value: string; fields: string[] }) =>
      ask(companyId, {
        name: "deals",
        expects: NOTHING,
        path: `Deals/search?${new URLSearchParams({
          criteria: `(${field}:equals:${value})`,
          fields: fields.join(","),
        }).toString()}`,
        read: (reply) =>
          NOTHING.includes(reply.status)
            ? []
            : parse(rowsReply, reply).data.flatMap((row): Readonly<Record<string, unknown>>[] => {
                const read = z.looseObject({}).safeParse(row);
                return read.success ? [read.data] : [];
              }),
      }),

    /** Subscribes to changes. Returns when the subscription ends. */
    watch: (
      companyId: CompanyId,
      { isNew, token, url, ends }: { isNew: boolean; token: string; url: string; ends: Date },
    ): Promise<Date> =>
      ask(companyId, {
        name: "watch",
        method: isNew ? "POST" : "PUT",
        path: "actions/watch",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          watch: [
            {
              channel_id: channelIdOf(companyId),
              events: ["Leads.all"],
              token,
              notify_url: url,
              channel_expiry: toZohoTime(ends),
              return_affected_field_values: false,
            },
          ],
        }),
        read: (reply) => {
          const [first] = parse(watchReply, reply).watch;
          const expiry = new Date(first?.details?.events[0]?.channel_expiry ?? "");
          if (first?.status !== "success" || Number.isNaN(expiry.getTime())) throw new ProviderFailure("unreadable");
          return expiry;
        },
      }),

    /** Ends the subscription, with one try, since nothing waits for it. */
    unwatch: (companyId: CompanyId): Promise<void> =>
      ask(
        companyId,
        {
          name: "unwatch",
          method: "DELETE",
          path: `actions/watch?channel_ids=${channelIdOf(companyId)}`,
          isRepeatable: false,
          read: () => undefined,
        },
        UNWATCH_WITHIN_MS,
      ),
  };
}
export type ZohoClient = ReturnType<typeof createZohoClient>;

/** A rejection normally concerns one record; only codes about the connection are failures. */
function readSent(reply: HttpCallReply): Sent {
  if (reply.status === 204 || reply.status === 404) return { outcome: "gone" };
  if (reply.status === 412) return { outcome: "stale" };
  const isRefused = reply.status === 400 || reply.status === 403;
  const whole = isRefused ? result.safeParse(readJson(reply)).data : undefined;
  const first = whole ?? parse(resultsReply, reply).data[0];
  if (!first) throw new ProviderFailure("unreadable");
  if (first.status === "success") {
    const time = new Date(first.details?.Modified_Time ?? "");
    return { outcome: "done", modifiedTime: Number.isNaN(time.getTime()) ? undefined : time };
  }
  if (first.code === "ALREADY_MODIFIED") return { outcome: "stale" };
  const failure = failureOfConnection(first.code);
  if (failure) throw failure;
  const field = first.details?.api_name ?? undefined;
  return field === "id" ? { outcome: "gone" } : { outcome: "notAccepted", field };
}
