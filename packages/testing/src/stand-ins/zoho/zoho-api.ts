import type { TwinReply } from "#stand-ins/twin-reply.ts";
import { recordError, type ZohoCaseName } from "./zoho-cases.ts";
import type { ZohoAccount, ZohoRecord, ZohoValues } from "./zoho-account.ts";

/* Version 8 of Zoho's API over an account of the twin. Pure: returns a reply or the name of a case. */

const MAX_PER_PAGE = 200;
const MAX_DISCRETE = 2_000;
const MAX_ROWS = 100_000;
const PAGE_TOKEN_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MAX_CHANNEL_MS = 7 * 24 * HOUR_MS;

type ApiReply = TwinReply<ZohoCaseName>;

interface ApiRequest {
  readonly method: string;
  /** Without the data center's part of the path. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  readonly now: number;
}

/** With seconds and an offset, in Zoho's format. */
const zohoTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;

const inSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000;
const timeOf = (header: string | string[] | undefined): number | undefined =>
  typeof header === "string" ? Date.parse(header) : undefined;

const write = (
  { id, values, created, modified }: ZohoRecord,
  { fields, hidden }: { fields: readonly string[]; hidden: ReadonlySet<string> },
): ZohoValues => {
  const all: ZohoValues = { Modified_Time: zohoTime(modified), Created_Time: zohoTime(created), ...values };
  const shown = fields.filter((field) => !hidden.has(field));
  return { id, ...Object.fromEntries(shown.map((field) => [field, all[field] ?? null])) };
};

function pageOf(
  rows: readonly ZohoRecord[],
  { query, now }: ApiRequest,
): { start: number; nextToken: (offset: number) => string } | { named: ZohoCaseName } {
  const perPage = Number(query.get("per_page") ?? MAX_PER_PAGE);
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > MAX_PER_PAGE) return { named: "invalidData" };
  const bound = new URLSearchParams([...query].filter(([name]) => name !== "page" && name !== "page_token")).toString();
  const nextToken = (offset: number): string =>
    Buffer.from(JSON.stringify({ offset, bound, ends: now + PAGE_TOKEN_MS })).toString("base64url");
  const token = query.get("page_token");
  if (token === null) {
    const page = Number(query.get("page") ?? 1);
    if (page * perPage > MAX_DISCRETE) return { named: "pageLimit" };
    return { start: (page - 1) * perPage, nextToken };
  }
  if (query.has("page")) return { named: "invalidData" };
  const read = JSON.parse(Buffer.from(token, "base64url").toString()) as {
    offset: number;
    bound: string;
    ends: number;
  };
  if (read.ends <= now) return { named: "expiredValue" };
  if (read.bound !== bound) return { named: "tokenBoundMismatch" };
  if (read.offset >= MAX_ROWS || read.offset > rows.length) return { named: "paginationLimit" };
  return { start: read.offset, nextToken };
}

function listRecords(
  records: ReadonlyMap<string, ZohoRecord>,
  hidden: ReadonlySet<string>,
  request: ApiRequest,
): ApiReply {
  const { query, headers } = request;
  const fields = query.get("fields");
  if (!fields) return { named: "requiredParamMissing" };
  const ids = query.get("ids")?.split(",");
  const since = timeOf(headers["if-modified-since"]);
  const found = (ids ? ids.flatMap((id) => records.get(id) ?? []) : [...records.values()]).filter(
    ({ modified }) => since === undefined || inSeconds(modified) > since,
  );
  if (found.length === 0) return { named: since === undefined ? "noContent" : "notModified" };
  if (query.get("sort_by") === "Modified_Time") found.sort((one, other) => one.modified - other.modified);
  if (query.get("sort_order") === "desc") found.reverse();
  const page = pageOf(found, request);
  if ("named" in page) return page;
  const perPage = Number(query.get("per_page") ?? MAX_PER_PAGE);
  const end = page.start + perPage;
  const rows = found.slice(page.start, end);
  const hasMore = end < found.length;
  return {
    json: {
      data: rows.map((record) => write(record, { fields: fields.split(","), hidden })),
      info: {
        per_page: perPage,
        count: rows.length,
        more_records: hasMore,
        next_page_token: hasMore ? page.nextToken(end) : null,
      },
    },
  };
}

/** The valid values of a type; any other is refused. */
const FORMS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/,
};

function findError(account: ZohoAccount, values: ZohoValues, index: number): object | undefined {
  const wrong = (code: string, api_name: string): object =>
    recordError(code, "invalid data", { api_name, json_path: `$.data[${String(index)}].${api_name}` });
  if (!account.leads.has(String(values["id"]))) return wrong("INVALID_DATA", "id");
  if (values["Last_Name"] === "" || values["Last_Name"] === null) return wrong("MANDATORY_NOT_FOUND", "Last_Name");
  for (const { api_name, data_type, pick_list_values } of account.leadFields) {
    const value = values[api_name];
    if (value == null) continue;
    const form = FORMS[data_type];
    if (form && !(typeof value === "string" && form.test(value))) return wrong("INVALID_DATA", api_name);
    if (data_type !== "picklist") continue;
    if (!pick_list_values.some(({ actual_value }) => actual_value === value)) return wrong("INVALID_DATA", api_name);
  }
  return undefined;
}

function updateLeads(account: ZohoAccount, id: string | undefined, { body, headers }: ApiRequest): ApiReply {
  const { data, trigger } = body as { data?: ZohoValues[]; trigger?: unknown };
  if (!Array.isArray(data) || data.length === 0 || data.length > 100) return { named: "invalidData" };
  const unmodifiedSince = timeOf(headers["if-unmodified-since"]);
  const results = data.map((given, index) => {
    const values: ZohoValues = id === undefined ? given : { ...given, id };
    const record = account.leads.get(String(values["id"]));
    if (record && unmodifiedSince !== undefined && inSeconds(record.modified) > unmodifiedSince) return undefined;
    const error = findError(account, values, index);
    if (error) return error;
    const { id: changed, ...written } = values;
    account.write(String(changed), written);
    if (!Array.isArray(trigger) || trigger.length > 0) account.workflowRuns += 1;
    const details = { id: changed, Modified_Time: zohoTime(account.leads.get(String(changed))?.modified ?? 0) };
    return { code: "SUCCESS", status: "success", message: "record updated", details };
  });
  if (results.includes(undefined)) return { named: "alreadyModified" };
  const good = results.filter((result) => result && "code" in result && result.code === "SUCCESS").length;
  const status = good === results.length ? 200 : good === 0 ? 400 : 207;
  return { status, json: { data: results }, isA: status === 207 ? "multiStatus" : undefined };
}

function searchDeals({ deals, hidden }: ZohoAccount, { query }: ApiRequest): ApiReply {
  const [, field, wanted] = /^\((\w+):equals:(.+)\)$/.exec(query.get("criteria") ?? "") ?? [];
  if (field === undefined || wanted === undefined) return { named: "invalidQuery" };
  const fields = query.get("fields")?.split(",") ?? ["Deal_Name"];
  const found = [...deals.values()].filter(({ values }) => values[field] === wanted);
  if (found.length === 0) return { named: "noContent" };
  return { json: { data: found.map((deal) => write(deal, { fields, hidden })), info: { more_records: false } } };
}

function listUsers({ users }: ZohoAccount, { query }: ApiRequest): ApiReply {
  const isActive = query.get("type") === "ActiveUsers";
  const perPage = Number(query.get("per_page") ?? MAX_PER_PAGE);
  const page = Number(query.get("page") ?? 1);
  const found = users.filter(({ status }) => !isActive || status === "active");
  const rows = found.slice((page - 1) * perPage, page * perPage);
  if (rows.length === 0) return { named: "noContent" };
  return { json: { users: rows, info: { page, count: rows.length, more_records: page * perPage < found.length } } };
}

function listDeleted({ deleted }: ZohoAccount, request: ApiRequest): ApiReply {
  const since = timeOf(request.headers["if-modified-since"]);
  const found = deleted.filter(({ time }) => since === undefined || inSeconds(time) > since);
  if (found.length === 0) return { named: since === undefined ? "noContent" : "notModified" };
  const page = Number(request.query.get("page") ?? 1);
  const rows = found.slice((page - 1) * MAX_PER_PAGE, page * MAX_PER_PAGE);
  return {
    json: {
      data: rows.map(({ id, time }) => ({ id, type: "recycle", deleted_time: zohoTime(time) })),
      info: { more_records: page * MAX_PER_PAGE < found.length },
    },
  };
}

function watch({ channels }: ZohoAccount, { method, query, body, now }: ApiRequest): ApiReply {
  if (method === "GET")
    return channels.size === 0 ? { named: "noContent" } : { json: { watch: [...channels.values()] } };
  if (method === "DELETE") {
    for (const id of query.get("channel_ids")?.split(",") ?? []) channels.delete(id);
    return { json: { watch: [{ code: "SUCCESS", status: "success", details: {} }] } };
  }
  const [given] = (body as { watch?: Record<string, unknown>[] }).watch ?? [];
  const text = (name: string): string => (typeof given?.[name] === "string" ? given[name] : "");
  const channelId = text("channel_id");
  if (!/^\d+$/.test(channelId) || text("token").length > 50 || text("notify_url").length > 255)
    return { named: "invalidData" };
  const asked = Date.parse(text("channel_expiry"));
  // Values above the maximum are ignored.
  const expiry = asked > now && asked <= now + MAX_CHANNEL_MS ? asked : now + HOUR_MS;
  const channel = { channel_id: channelId, notify_url: text("notify_url"), token: text("token"), expiry };
  channels.set(channelId, channel);
  const events = [{ channel_id: channelId, channel_expiry: zohoTime(expiry), resource_name: "Leads" }];
  return { status: 201, json: { watch: [{ code: "SUCCESS", status: "success", details: { events } }] } };
}

/** For a call with a valid token. */
export function answerApi(account: ZohoAccount, request: ApiRequest): ApiReply {
  const { method, query } = request;
  const [, rest = ""] = /^\/crm\/v8\/(.*)$/.exec(request.path) ?? [];
  if (rest === "org") return { json: { org: [{ id: "1", ...account.organization }] } };
  if (rest === "users") return listUsers(account, request);
  if (rest === "actions/watch") return watch(account, request);
  if (rest === "settings/fields") {
    const module = query.get("module");
    if (module !== "Leads" && module !== "Deals") return { named: "invalidModule" };
    return { json: { fields: module === "Leads" ? account.leadFields : account.dealFields } };
  }
  if (rest === "Deals/search") return searchDeals(account, request);
  if (rest === "Leads/deleted") return listDeleted(account, request);
  if (rest === "Leads")
    return method === "PUT"
      ? updateLeads(account, undefined, request)
      : listRecords(account.leads, account.hidden, request);
  const [, id] = /^Leads\/(\d+)$/.exec(rest) ?? [];
  if (id !== undefined) {
    if (method === "PUT") return updateLeads(account, id, request);
    return listRecords(new Map([...account.leads].filter(([key]) => key === id)), account.hidden, request);
  }
  return { named: /^[A-Za-z_]+$/.test(rest) ? "invalidModule" : "invalidUrlPattern" };
}
