import type { DataCenter } from "./zoho-oauth.ts";

/* The records of one Zoho account, and the edits of its users. */

export type ZohoValues = Readonly<Record<string, unknown>>;

export interface ZohoRecord {
  readonly id: string;
  values: ZohoValues;
  /** As `modified`. */
  readonly created: number;
  /** Epoch milliseconds; Zoho shows seconds. */
  modified: number;
}

export interface ZohoField {
  readonly api_name: string;
  readonly field_label: string;
  readonly data_type: string;
  readonly custom_field: boolean;
  readonly pick_list_values: readonly { readonly display_value: string; readonly actual_value: string }[];
}

interface ZohoChannel {
  readonly channel_id: string;
  notify_url: string;
  token: string;
  expiry: number;
}

/** The body that a channel gets, as Zoho posts it. */
export interface ZohoHook {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>> & { readonly ids: readonly string[]; readonly operation: string };
}

export interface ZohoAccount {
  readonly location: DataCenter;
  readonly organization: { company_name: string; domain_name: string };
  readonly leads: Map<string, ZohoRecord>;
  readonly deals: Map<string, ZohoRecord>;
  readonly deleted: { readonly id: string; readonly time: number }[];
  readonly users: {
    id: string;
    first_name: string;
    last_name: string;
    email: string;
    mobile: string;
    status: string;
  }[];
  readonly leadFields: ZohoField[];
  readonly dealFields: ZohoField[];
  readonly channels: Map<string, ZohoChannel>;
  /** API names of fields that the connected user may not see: rows have no key for them. */
  readonly hidden: Set<string>;
  /** How often a workflow of the account ran because of a change by its API. */
  workflowRuns: number;
  /** As a user does in Zoho. Returns the id. */
  add(values: ZohoValues): string;
  change(id: string, values: ZohoValues): void;
  remove(id: string): void;
  /** The same through the API. */
  write(id: string, values: ZohoValues): void;
}

const START = 4_876_876_000_000_000_000n;
const PAT = "4876876000000311001";
export const ZOHO_PEOPLE = { pat: PAT, kim: "4876876000000311002", former: "4876876000000311003" };

const picks = (...values: string[]) => values.map((value) => ({ display_value: value, actual_value: value }));
const field = (
  api_name: string,
  field_label: string,
  data_type = "text",
  more: Partial<ZohoField> = {},
): ZohoField => ({
  api_name,
  field_label,
  data_type,
  custom_field: false,
  pick_list_values: [],
  ...more,
});
const custom = { custom_field: true } as const;

const ZOHO_STATUSES = ["Attempted to Contact", "Contacted", "Appointment set", "Junk Lead", "Lost", "Sold"];

const LEAD_FIELDS = [
  field("First_Name", "First Name"),
  field("Last_Name", "Last Name"),
  field("Company", "Company"),
  field("Email", "Email", "email"),
  field("Phone", "Phone", "phone"),
  field("Mobile", "Mobile", "phone"),
  field("Street", "Street"),
  field("City", "City"),
  field("State", "State"),
  field("Zip_Code", "Zip Code"),
  field("Description", "Description", "textarea"),
  field("Lead_Status", "Lead Status", "picklist", { pick_list_values: picks("-None-", ...ZOHO_STATUSES) }),
  field("Owner", "Lead Owner", "ownerlookup"),
  field("Meeting_Date", "Meeting Date", "datetime", custom),
  field("Project_Type", "Project Type", "picklist", { ...custom, pick_list_values: picks("Roofing", "Siding") }),
  field("Customer_No", "Customer Number", "text", custom),
];
const DEAL_FIELDS = [
  field("Deal_Name", "Deal Name"),
  field("Stage", "Stage", "picklist"),
  field("Amount", "Amount", "currency"),
  field("PO_Number", "PO Number", "text", custom),
  field("Project_Type", "Project Type", "text", custom),
  field("Lead_Id", "Lead Id", "text", custom),
];

export function createZohoAccount({
  location,
  now,
  send,
}: {
  location: DataCenter;
  now: () => number;
  send: (hook: ZohoHook) => void;
}): ZohoAccount {
  let lastId = START + (location === "us" ? 0n : 500_000_000_000_000n) + 1_234_000n;
  const newId = (): string => String((lastId += 1n));
  const account: ZohoAccount = {
    location,
    organization: { company_name: "Northfield Exteriors", domain_name: `org7021${location}` },
    leads: new Map(),
    deals: new Map(),
    deleted: [],
    channels: new Map(),
    hidden: new Set(),
    workflowRuns: 0,
    leadFields: [...LEAD_FIELDS],
    dealFields: [...DEAL_FIELDS],
    users: [
      { id: PAT, first_name: "Pat", last_name: "Reyes", email: "pat@example.com", mobile: "913-555-0170" },
      { id: ZOHO_PEOPLE.kim, first_name: "Kim", last_name: "Doyle", email: "kim@example.com", mobile: "" },
      { id: ZOHO_PEOPLE.former, first_name: "Lou", last_name: "Gone", email: "lou@example.com", mobile: "" },
    ].map((person) => ({ ...person, status: person.id === ZOHO_PEOPLE.former ? "disabled" : "active" })),
    add(values) {
      const id = newId();
      account.leads.set(id, { id, values, created: now(), modified: now() });
      tell("insert", id);
      return id;
    },
    change(id, values) {
      set(id, values);
      tell("update", id);
    },
    remove(id) {
      account.leads.delete(id);
      account.deleted.push({ id, time: now() });
      tell("delete", id);
    },
    write(id, values) {
      set(id, values);
      tell("update", id);
    },
  };
  function set(id: string, values: ZohoValues): void {
    const record = account.leads.get(id);
    if (!record) throw new Error(`The stand-in has no lead ${id}.`);
    record.values = { ...record.values, ...values };
    record.modified = now();
  }
  function tell(operation: "insert" | "update" | "delete", id: string): void {
    for (const { channel_id, notify_url, token, expiry } of account.channels.values()) {
      if (expiry <= now()) continue;
      const common = { server_time: now(), query_params: {}, module: "Leads", resource_uri: "/crm/v8/Leads" };
      send({
        url: notify_url,
        body: { ...common, ids: [id], operation, channel_id, token, affected_fields: [], affected_values: [] },
      });
    }
  }
  for (const values of SAMPLE_LEADS) account.add(values);
  const [first] = account.leads.keys();
  for (const [index, type] of ["Roofing", "Gutters"].entries()) {
    const id = newId();
    const values = {
      Deal_Name: `Whitlock ${type}`,
      PO_Number: `Z-20${String(index)}`,
      Project_Type: type,
      Lead_Id: first,
    };
    account.deals.set(id, { id, values, created: now(), modified: now() });
  }
  return account;
}

const lead = (name: string, street: string, status: string, more: ZohoValues = {}): ZohoValues => {
  const [First_Name, Last_Name] = name.split(" ");
  return {
    First_Name,
    Last_Name,
    Street: street,
    City: "Overland Park",
    State: "KS",
    Zip_Code: "66212",
    Email: `${String(First_Name).toLowerCase()}@example.com`,
    Phone: "913-555-0142",
    Lead_Status: status,
    Owner: { id: PAT, name: "Pat Reyes", email: "pat@example.com" },
    ...more,
  };
};

const SAMPLE_LEADS: readonly ZohoValues[] = [
  lead("Dana Whitlock", "1840 Larkspur Bend", "Contacted", { Customer_No: "C-1001", Project_Type: "Roofing" }),
  lead("Omar Haddad", "22 Quarry Road", "Attempted to Contact", { Mobile: "913-555-0188" }),
  lead("Ruth Ames", "907 Stadium Drive", "Appointment set", { Meeting_Date: "2026-12-03T10:30:00-06:00" }),
  lead("Ivy Chen", "402 Birchwood Court", "Contacted", { Owner: { id: ZOHO_PEOPLE.kim, name: "Kim Doyle" } }),
  lead("Noel Park", "88 Lakeview Avenue", "Sold", { Company: "Park Dental" }),
];
