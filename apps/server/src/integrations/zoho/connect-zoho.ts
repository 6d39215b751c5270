import type { CompanyId, PurchaseOrderSuggestion } from "@ridgebook/contract";
import type { Database } from "#database/database.ts";
import type { Connections, KeepSettings } from "#integrations/connection/connections.ts";
import type { Provider } from "#integrations/connection/provider.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import type { LeadWriter } from "./lead-writer.ts";
import { createLeadSync } from "./sync-leads.ts";
import { suggestFromZoho, zohoAnswers } from "./zoho-answers.ts";
import { createZohoClient } from "./zoho-client.ts";
import { createZohoUsers } from "./zoho-users.ts";

/** Wires Zoho CRM: its routes, its job, and its purchase order numbers for documents. */
export function connectZoho(parts: {
  database: Database;
  /** A separate pool for counting attempts. */
  apart: Database;
  connections: Connections;
  provider: Provider;
  keepSettings: KeepSettings;
  leads: LeadWriter;
  secrets: SecretBox;
  publicUrl: string;
  now: () => Date;
  /** Overridden in tests only. */
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}) {
  const { database, connections, provider, now } = parts;
  const client = createZohoClient({ call: connections.call, provider, now });
  return {
    answers: zohoAnswers({ ...parts, client, users: createZohoUsers({ ...parts, client }) }),
    sync: createLeadSync({ ...parts, client }),
    suggestPurchaseOrders: (companyId: CompanyId, externalId: string): Promise<PurchaseOrderSuggestion[]> =>
      suggestFromZoho({ client, database }, { companyId, externalId }),
  };
}
