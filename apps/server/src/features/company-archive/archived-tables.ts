import { SECRET_SETTINGS, isObject } from "@ridgebook/contract";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import * as schema from "#database/schema/index.ts";
import type { ArchivedRow } from "./format/row-lines.ts";

/*
 * Which tables an archive includes, and which values must be translated between installations.
 *
 * Record ids stay: every key begins with the company. Person ids change, because a super admin without a membership has their account's id,
 * which belongs to someone else in another installation.
 */

/** Maps a person's id to the other installation's. */
type MapPerson = (id: number) => number;

/** The installation-specific values of a row. */
export interface RowContext {
  readonly person: MapPerson;
  readonly formerCompanyId: number;
  readonly companyId: number;
}

export interface ArchivedTable {
  readonly name: string;
  /** In writing order; without the company, change numbers and generated columns. */
  readonly columns: readonly string[];
  readonly orderBy: readonly string[];
  /** Columns with a person's id. */
  readonly people: readonly string[];
  /** The table's ids continue above imported ones. */
  readonly hasOwnIds: boolean;
  /** Rows have change numbers, and no trigger assigns them. */
  readonly needsChangeNumber: boolean;
  /** Strips secrets on export. */
  readonly leave?: (row: ArchivedRow) => ArchivedRow;
  /** Translates values inside JSON columns on import. */
  readonly enter?: (row: ArchivedRow, context: RowContext) => ArchivedRow;
}

interface Rule extends Partial<Pick<ArchivedTable, "people" | "needsChangeNumber" | "leave" | "enter">> {
  readonly table: PgTable;
  /** Columns meaningless elsewhere. */
  readonly without?: readonly string[];
}

const ALWAYS_WITHOUT = ["company_id", "change_number"];

function toArchivedTable({
  table,
  without = [],
  people = [],
  needsChangeNumber = false,
  ...rest
}: Rule): ArchivedTable {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const isLeftOut = (column: string): boolean => [...ALWAYS_WITHOUT, ...without].includes(column);
  const keys = primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
  return {
    name,
    columns: columns.filter((column) => !column.generated && !isLeftOut(column.name)).map((column) => column.name),
    orderBy: keys.filter((key) => key !== "company_id"),
    hasOwnIds: columns.some((column) => column.generatedIdentity !== undefined) || name === "estimate_item",
    people,
    needsChangeNumber,
    ...rest,
  };
}

/** `field_authors`: the last save by field. */
const enterAuthors = (row: ArchivedRow, { person }: RowContext): ArchivedRow => ({
  ...row,
  field_authors: Object.fromEntries(
    Object.entries(isObject(row["field_authors"]) ? row["field_authors"] : {}).map(([field, save]) => [
      field,
      isObject(save) && typeof save["by"] === "number" ? { ...save, by: person(save["by"]) } : save,
    ]),
  ),
});

/** The setting with person ids. */
const RECIPIENTS = "usageReportRecipients";
const enterRecipients = (value: unknown, { person }: RowContext): unknown =>
  isObject(value) && Array.isArray(value["userIds"])
    ? { ...value, userIds: value["userIds"].map((id: unknown) => (typeof id === "number" ? person(id) : id)) }
    : value;

const FILE_ADDRESS = /(\/api\/files\/download\/[0-9a-f]{64}\?companyId=)(\d+)/gi;

/** File addresses contain the company. */
const enterAddresses = (value: unknown, { formerCompanyId, companyId }: RowContext): unknown =>
  JSON.parse(
    JSON.stringify(value).replace(FILE_ADDRESS, (address, path: string, id: string) =>
      Number(id) === formerCompanyId ? `${path}${String(companyId)}` : address,
    ),
  ) as unknown;

/** Settings derived from a connection, which is not exported. */
const OF_CONNECTIONS = ["hoverIntegrationEnabled", "zohoIntegrationEnabled", "fileStorageService"];
const STAYING_SETTINGS: readonly string[] = [...SECRET_SETTINGS, ...OF_CONNECTIONS];

const withoutStaying = (row: ArchivedRow): ArchivedRow => ({
  ...row,
  values: Object.fromEntries(
    Object.entries(isObject(row["values"]) ? row["values"] : {}).filter(
      ([setting]) => !STAYING_SETTINGS.includes(setting),
    ),
  ),
});

const enterSettings = (row: ArchivedRow, context: RowContext): ArchivedRow => {
  const values = withoutStaying(row)["values"];
  if (!isObject(values) || values[RECIPIENTS] === undefined) return { ...row, values };
  return { ...row, values: { ...values, [RECIPIENTS]: enterRecipients(values[RECIPIENTS], context) } };
};

const enterActivity = (row: ArchivedRow, context: RowContext): ArchivedRow => {
  const { kind, subject } = row;
  if (kind === "users" && /^\d{1,15}$/.test(String(subject)))
    return { ...row, subject: String(context.person(Number(subject))) };
  if (kind === "company" && subject === String(context.formerCompanyId))
    return { ...row, subject: String(context.companyId) };
  if (kind !== "settings" || subject !== RECIPIENTS) return row;
  const [from, to] = [row["from_value"], row["to_value"]].map((value) => enterRecipients(value, context));
  return { ...row, from_value: from, to_value: to };
};

/** Ordered so that rows only refer to earlier ones. */
const RULES: readonly Rule[] = [
  { table: schema.file, people: ["uploaded_by"] },
  { table: schema.priceBookVersion, people: ["published_by"] },
  {
    table: schema.priceBookEntry,
    needsChangeNumber: true,
    enter: (row, context) => ({ ...row, content: enterAddresses(row["content"], context) }),
  },
  { table: schema.estimateWorkflow },
  { table: schema.estimateSection },
  {
    table: schema.lead,
    people: ["user_id", "additional_salesman_id", "modified_by"],
    // For devices of the old installation only; all devices reload after a move.
    without: ["left_sight_of"],
    enter: enterAuthors,
  },
  { table: schema.leadEvent, people: ["user_id", "changed_by"] },
  { table: schema.leadPhoto, people: ["created_by", "modified_by"] },
  { table: schema.estimate, people: ["modified_by"], enter: enterAuthors },
  { table: schema.estimateItem },
  { table: schema.estimateComparison },
  { table: schema.estimateSummary },
  { table: schema.document, people: ["created_by_user_id", "modified_by"] },
  { table: schema.documentSignature },
  { table: schema.documentEmail, people: ["sent_by"] },
  { table: schema.estimateTemplate, people: ["owner_id"] },
  { table: schema.movingInHidden, people: ["user_id"] },
  { table: schema.activity, people: ["actor_id"], enter: enterActivity },
  { table: schema.companySettings, leave: withoutStaying, enter: enterSettings },
];

export const ARCHIVED_TABLES: readonly ArchivedTable[] = RULES.map(toArchivedTable);

/** Evidence stays unchanged, including ids of people and companies: its hashes cover them. */
export const EVIDENCE_TABLES: readonly ArchivedTable[] = [
  toArchivedTable({ table: schema.importedEvent }),
  toArchivedTable({ table: schema.documentEvent }),
];

/** The company's people: without passwords, second steps, or other companies. */
export const PEOPLE_TABLE = "membership";
export const PERSON_COLUMNS = [
  "id",
  "email",
  "first_name",
  "last_name",
  "phone_number",
  "role",
  "active",
  "external_id",
  "folder_id",
] as const;

const SET_UP_AGAIN = "Holds secrets that never leave an installation; it is set up again.";
const DERIVED = "Computed from other tables.";
const OF_ACCOUNT = "About the account of another service; found again once the company is connected with it.";
const PASSING = "About what was under way in the former installation.";

/** Company tables that are never exported, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  account_code: "Codes of mails that open accounts of this installation.",
  api_access: SET_UP_AGAIN,
  audit_event: "What the security of this installation remembers.",
  calendar_feed: "Secret addresses of this installation.",
  change_counter: DERIVED,
  company_export: PASSING,
  connection_cache: "Answers of a provider, which are asked for again.",
  connection_grant: SET_UP_AGAIN,
  connection_pending: SET_UP_AGAIN,
  credential: SET_UP_AGAIN,
  document_filing: OF_ACCOUNT,
  document_log: "The end of the evidence log, which is its last event.",
  file_usage: DERIVED,
  folder_log: OF_ACCOUNT,
  idempotency_key: "Attempts of devices, which stay with their installation.",
  lead_import: PASSING,
  lead_import_row: PASSING,
  lead_search: DERIVED,
  login_session: "Where people are signed in to this installation.",
  mail_use: PASSING,
  member_sign_in: "When people signed in to this installation.",
  price_book_import: PASSING,
  tombstone: "What devices of the former installation must hear of.",
  usage_report_mail: PASSING,
  usage_report_period: PASSING,
  usage_report_schedule: DERIVED,
  webhook: SET_UP_AGAIN,
  webhook_delivery: PASSING,
  zoho_hint: PASSING,
  zoho_lead: OF_ACCOUNT,
  zoho_sync: SET_UP_AGAIN,
};

/** Translates an imported row: every person id goes through `person`. */
export function enterRow(table: ArchivedTable, row: ArchivedRow, context: RowContext): ArchivedRow {
  const people = Object.fromEntries(
    table.people.map((column) => {
      const id = row[column];
      return [column, typeof id === "number" ? context.person(id) : null];
    }),
  );
  const entered = { ...row, ...people };
  return table.enter ? table.enter(entered, context) : entered;
}
