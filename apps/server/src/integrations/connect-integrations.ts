import type { CompanyId, DocumentId, LeadId } from "@ridgebook/contract";
import type { Logger } from "pino";
import type { CompanyScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { readAllowedTarget } from "#egress/allowed-targets.ts";
import { createEgress, type Egress, type LookUp } from "#egress/egress.ts";
import { createHttpCall, type HttpCall } from "#egress/http-call.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { createConnections, type KeepSettings } from "#integrations/connection/connections.ts";
import { removeOldPending } from "#integrations/connection/pending-repository.ts";
import { hoverAnswers } from "#integrations/hover/hover-answers.ts";
import { removeOldHoverReplies } from "#integrations/hover/hover-jobs.ts";
import { companyCamAnswers } from "#integrations/photos/companycam-answers.ts";
import { removeOldPhotoLists } from "#integrations/photos/companycam-photos.ts";
import {
  createCompanyCamProvider,
  type CompanyCamRehearsal,
  type CompanyCamSiteSettings,
} from "#integrations/photos/companycam-provider.ts";
import { createHoverProvider, type HoverRehearsal } from "#integrations/hover/hover-provider.ts";
import type { HoverSiteSettings } from "#integrations/hover/hover-site.ts";
import {
  createGoogleProvider,
  GOOGLE_ADDRESSES,
  type GoogleRehearsal,
  type GoogleSiteSettings,
} from "#integrations/google-drive/google-provider.ts";
import {
  createMicrosoftProvider,
  type MicrosoftRehearsal,
  type MicrosoftSiteSettings,
} from "#integrations/one-drive/microsoft-provider.ts";
import { createOpenStorage } from "#integrations/storage/connected-storage.ts";
import { filePaper, type PapersOfStorage } from "#integrations/storage/file-paper.ts";
import type { StorageClient } from "#integrations/storage/oauth-site.ts";
import { readSpreadsheet } from "#integrations/storage/read-spreadsheet.ts";
import {
  storageAnswers,
  type GooglePickers,
  type GooglePickerSettings,
} from "#integrations/storage/storage-answers.ts";
import { retryFilings } from "#database/paper-outbox.ts";
import type { LeadWriter } from "#integrations/zoho/lead-writer.ts";
import { connectZoho } from "#integrations/zoho/connect-zoho.ts";
import { createZohoProvider, type ZohoRehearsal } from "#integrations/zoho/zoho-provider.ts";
import type { ZohoSiteSettings } from "#integrations/zoho/zoho-site.ts";

/** The demo stand-ins of providers, known only to the program that starts the server. */
interface Rehearsals {
  readonly hover?: HoverRehearsal;
  readonly google?: GoogleRehearsal;
  readonly microsoft?: MicrosoftRehearsal;
  readonly zoho?: ZohoRehearsal;
  readonly companycam?: CompanyCamRehearsal;
}

/** Provider settings of the program that starts the server. */
export interface IntegrationParts {
  /** Undefined without the operator's client id and secret of Hover. */
  readonly hover?: HoverSiteSettings | undefined;
  /** Undefined without the operator's client id and secret of Google or Microsoft. Addresses are set in tests only. */
  readonly google?: StorageClient | GoogleSiteSettings | undefined;
  readonly microsoft?: StorageClient | MicrosoftSiteSettings | undefined;
  /** Undefined without the operator's key for Google's picker. */
  readonly googlePicker?: Omit<GooglePickerSettings, "clientId" | "scriptUrl"> | undefined;
  /** Likewise for Zoho CRM. */
  readonly zoho?: ZohoSiteSettings | undefined;
  /** Likewise for CompanyCam. Addresses are set in tests only. */
  readonly companycam?: StorageClient | CompanyCamSiteSettings | undefined;
  /** Never in production. */
  readonly rehearsals?: Rehearsals;
  /** Waits between tries; overridden in tests only. */
  readonly sleep?: (ms: number) => Promise<unknown>;
  readonly isProduction: boolean;
  readonly publicUrl: string;
  readonly secrets: SecretBox;
  readonly outside?: { readonly lookUp?: LookUp; readonly ca?: string };
  readonly now: () => Date;
  readonly logger: Logger;
}

/** Calls of a provider and its demo stand-in. Only the demo may reach a stand-in on this machine. */
function createCalls(
  rehearsal: { readonly baseUrl: string } | { readonly apiUrl: string } | undefined,
  { egress, outside: { lookUp, ca } = {} }: { egress: Egress; outside: IntegrationParts["outside"] },
): { site: HttpCall; rehearsal: HttpCall } {
  const demoUrl = rehearsal && ("baseUrl" in rehearsal ? rehearsal.baseUrl : rehearsal.apiUrl);
  const demo = demoUrl === undefined ? undefined : readAllowedTarget(new URL(demoUrl).host);
  const demoEgress = createEgress({ allowed: demo ? [demo] : [], ...(lookUp && { lookUp }) });
  return { site: createHttpCall({ egress, ca }), rehearsal: createHttpCall({ egress: demoEgress }) };
}

/** The demo's picker accepts any key. */
function googlePickersOf({ google, googlePicker }: IntegrationParts, rehearsals: Rehearsals): GooglePickers {
  return {
    site: google &&
      googlePicker && {
        ...googlePicker,
        clientId: google.clientId,
        scriptUrl: { ...GOOGLE_ADDRESSES, ...google }.pickerUrl,
      },
    rehearsal: rehearsals.google && {
      developerKey: "demo",
      appId: "demo",
      clientId: rehearsals.google.clientId,
      scriptUrl: rehearsals.google.pickerUrl,
    },
  };
}

/** Wires all providers; returns their handlers. */
export function connectIntegrations({
  database,
  apart,
  egress,
  keepSettings,
  papers,
  leads,
  cameraUrlOf,
  parts,
}: {
  database: Database;
  /** A separate pool for counting attempts. */
  apart: Database;
  egress: Egress;
  keepSettings: KeepSettings;
  papers: PapersOfStorage;
  leads: LeadWriter;
  /** The lead's link to its photos; undefined if the person may not see the lead. */
  cameraUrlOf: (scope: CompanyScope, leadId: LeadId) => Promise<string | undefined>;
  parts: IntegrationParts;
}) {
  const { now, logger, secrets, publicUrl, sleep, isProduction, outside } = parts;
  const rehearsals: Rehearsals = (isProduction ? undefined : parts.rehearsals) ?? {};
  const connections = createConnections({ database, keepSettings, secrets, now, logger, ...(sleep && { sleep }) });
  const partsOf = <Id extends keyof Rehearsals>(id: Id) => ({
    settings: parts[id],
    rehearsal: rehearsals[id],
    publicUrl,
    now,
    calls: createCalls(rehearsals[id], { egress, outside }),
  });
  const hover = createHoverProvider(partsOf("hover"));
  const providers = {
    google: createGoogleProvider(partsOf("google")),
    microsoft: createMicrosoftProvider(partsOf("microsoft")),
  };
  const openStorage = createOpenStorage({ connections, providers, sleep });
  const googlePickers = googlePickersOf(parts, rehearsals);
  const zoho = connectZoho({
    database,
    apart,
    connections,
    keepSettings,
    leads,
    secrets,
    publicUrl,
    now,
    sleep,
    provider: createZohoProvider(partsOf("zoho")),
  });
  const companycam = createCompanyCamProvider(partsOf("companycam"));
  return {
    answers: {
      ...hoverAnswers({ database, connections, provider: hover, now }),
      ...storageAnswers({ connections, providers, openStorage, papers, googlePickers, now }),
      ...companyCamAnswers({ database, connections, provider: companycam, cameraUrlOf, now }),
      ...zoho.answers,
    },
    /** The job that uploads a document's PDF to the company's storage. */
    filePaper: ({ companyId, documentId }: { companyId: CompanyId; documentId: DocumentId }): Promise<void> =>
      filePaper(
        { companyId, documentId, transact: (work) => database.inCompany({ companyId }, work) },
        { papers, openStorage, now },
      ),
    /** The price book's spreadsheet; undefined without a connected storage. */
    readSpreadsheet: (companyId: CompanyId) =>
      readSpreadsheet({ openStorage, inCompany: (work) => database.inCompany({ companyId }, work) }),
    zoho,
    demoPickers: [rehearsals.google?.pickerUrl, rehearsals.microsoft?.apiUrl].flatMap((url) =>
      url === undefined ? [] : [new URL(url).origin],
    ),
    settled: (): Promise<void> => connections.settled(),
    /** Removes a company's expired data. */
    async removeOld(scope: CompanyScope, time: Date): Promise<void> {
      await removeOldPending(scope, time);
      await removeOldHoverReplies(scope, time);
      await removeOldPhotoLists(scope, time);
      // Restarts jobs that failed for good days ago.
      await retryFilings(scope);
    },
  };
}
export type Integrations = ReturnType<typeof connectIntegrations>;
