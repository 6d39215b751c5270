import { oneDriveInfo, Problem, type StorageFile } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { readSettings } from "#database/company-settings.ts";
import { filePapers, retryFilings } from "#database/paper-outbox.ts";
import { inCompanySteps, onPlatform } from "#http/handlers.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { sharePointHosts } from "#http/sharepoint-hosts.ts";
import { accountCalls } from "#integrations/connection/account-calls.ts";
import { asProblem, type Connections } from "#integrations/connection/connections.ts";
import { ProviderFailure, type Provider } from "#integrations/connection/provider.ts";
import { GOOGLE_PICKER_SCOPE } from "#integrations/google-drive/google-provider.ts";
import { listDrives, readPickerPlace } from "#integrations/one-drive/one-drive.ts";
import { PERSON_WITHIN_MS, requireStorage, type OpenStorage, type StorageProviders } from "./connected-storage.ts";
import type { PapersOfStorage } from "./file-paper.ts";
import { filingRepository } from "./filing-repository.ts";
import { fixFolderLogEntry, listFolderLog } from "./folder-log-repository.ts";
import type { StoredItem } from "./stored-item.ts";

/** What Google's picker needs besides a token, from Google's console. */
export interface GooglePickerSettings {
  readonly developerKey: string;
  readonly appId: string;
  readonly clientId: string;
  readonly scriptUrl: string;
}
/** Undefined without a picker. */
export type GooglePickers = Readonly<Record<"site" | "rehearsal", GooglePickerSettings | undefined>>;

type Who = Parameters<Connections["account"]>[0];

const toStorageFile = ({ hash: _hash, contentType: _contentType, ...file }: StoredItem): StorageFile => file;

/** Stored settings may be older than their shape. */
async function readChosenDriveId(scope: CompanyScope): Promise<string | undefined> {
  const { values } = await readSettings(scope);
  const read = oneDriveInfo.safeParse(values.microsoftOneDriveInfo);
  return read.success ? read.data.id : undefined;
}

interface Parts {
  readonly connections: Connections;
  readonly providers: StorageProviders;
  readonly openStorage: OpenStorage;
  readonly papers: PapersOfStorage;
  readonly googlePickers: GooglePickers;
  readonly now: () => Date;
}

/** The routes that both storages share. */
function createCalls({ connections, providers, papers, now }: Parts) {
  const { google, microsoft } = providers;
  const accountOf = (who: Who, provider: Provider) => connections.account(who, provider, []);
  /** Uploads to the disconnected storage are canceled. */
  const disconnect = async (who: Who, provider: Provider): Promise<boolean> => {
    const isOther = await who.transact(async (scope) => {
      const connected = await connections.connectedOf(scope, [google, microsoft]);
      if (connected && connected.provider.id !== provider.id) return true;
      await filingRepository.stopWaiting(scope);
      return false;
    });
    return isOther ? false : connections.disconnect(who, provider);
  };
  const fileWhatWaits = async (scope: CompanyScope): Promise<void> => {
    await filePapers(scope, await papers.listSigned(scope), now());
    await retryFilings(scope);
  };
  return {
    disconnect,

    async refresh(who: Who, provider: Provider) {
      await connections.renewNow(who, provider);
      await who.transact(retryFilings);
      return accountOf(who, provider);
    },

    /** A consent's state belongs to one provider. */
    async connect(who: Who, consent: { code: string; state: string }) {
      for (const provider of [google, microsoft])
        try {
          await connections.connect(who, provider, consent);
          // Signed papers are always uploaded, including earlier ones.
          await who.transact(fileWhatWaits);
          return await accountOf(who, provider);
        } catch (error) {
          if (!(error instanceof Problem && error.code === "connectionStale")) throw error;
        }
      throw new Problem("connectionStale");
    },

    disconnectAny: async (who: Who): Promise<boolean> => {
      const connected = await who.transact((scope) => connections.connectedOf(scope, [google, microsoft]));
      return connected !== undefined && (await disconnect(who, connected.provider));
    },
  };
}

/** The routes of file storages (3.§7) and of the folder log. No transaction is open during calls of a provider. */
export function storageAnswers(parts: Parts) {
  const { connections, providers, openStorage, googlePickers } = parts;
  const { google, microsoft } = providers;
  const calls = createCalls(parts);
  const [ofGoogle, ofMicrosoft] = [accountCalls(connections, google, []), accountCalls(connections, microsoft, [])];
  const oneDriveOf = ({ companyId }: Pick<Who, "companyId">) => ({
    call: connections.call,
    companyId,
    provider: microsoft,
    withinMs: PERSON_WITHIN_MS,
  });

  return {
    ...inCompanySteps({
      getGoogleAccount: ofGoogle.account,
      refreshGoogleAccount: (who) => calls.refresh(who, google),
      disconnectGoogle: (who) => calls.disconnect(who, google),
      setGoogleRehearsal: ofGoogle.rehearse,
      async getGooglePicker(who) {
        const connected = await who.transact((scope) => connections.connectedOf(scope, [google]));
        const picker = googlePickers[connected?.grant.isRehearsal ? "rehearsal" : "site"];
        if (!picker) return null;
        const accessToken = await asProblem(connections.pickerToken(who, google, GOOGLE_PICKER_SCOPE));
        return { accessToken, ...picker, scope: GOOGLE_PICKER_SCOPE };
      },

      getMicrosoftAccount: ofMicrosoft.account,
      refreshMicrosoftAccount: (who) => calls.refresh(who, microsoft),
      disconnectMicrosoft: (who) => calls.disconnect(who, microsoft),
      setMicrosoftRehearsal: ofMicrosoft.rehearse,
      getMicrosoftPicker: ({ query, ...who }) =>
        asProblem(
          (async () => {
            const chosen = await who.transact(readChosenDriveId);
            const { host, ...place } = await readPickerPlace({ ...oneDriveOf(who), chosen });
            const { resource = host } = query;
            // A page that pretends to be the picker gets no token for another organization.
            if (resource !== host && !sharePointHosts(host).includes(resource)) throw new ProviderFailure("refused");
            const accessToken = await connections.pickerToken(who, microsoft, `${resource}/.default`);
            return { accessToken, baseUrl: host, resource, ...place };
          })(),
        ),
      async listMicrosoftDrives(who) {
        try {
          return await listDrives(oneDriveOf(who));
        } catch (error) {
          // As specified: a failure is an empty list.
          if (error instanceof ProviderFailure) return [];
          throw error;
        }
      },

      connectFileStorage: ({ body, ...who }) => calls.connect(who, body),
      disconnectFileStorage: (who) => calls.disconnectAny(who),

      getStorageFile: ({ params, transact }) =>
        asProblem(
          (async () => {
            const { storage } = requireStorage(await transact((scope) => openStorage.find(scope)));
            const found = await storage.find(params.id);
            return found ? toStorageFile(found) : null;
          })(),
        ),

      getFilingState: ({ transact }) =>
        transact(async (scope) => filingRepository.readState(scope, (await openStorage.find(scope))?.storedAt ?? "")),
    }),

    ...onPlatform({
      async listFolderLog({ query: { searchQuery, limit, offset }, platform }) {
        return { ...(await listFolderLog(platform, { searchQuery, limit, offset })), limit, offset };
      },
      async fixFolderLogEntry({ params, body, platform }) {
        return orNotFound(await fixFolderLogEntry(platform, { id: params.id, isFixed: body.isFixed }));
      },
    }),
  };
}
