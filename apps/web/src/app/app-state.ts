import { PRODUCT_NAME, type CompanyId, type SessionUser, type Settings, type User } from "@ridgebook/contract";
import type { LocalData } from "#local-data/local-data.ts";
import type { SyncStatus } from "#local-data/device/sync-status.ts";
import type { UnsentWork } from "#local-data/session/session-data.ts";
import type { ServerAge } from "#server-client/server-client.ts";

/** The app-level state (1.§4). */
export interface AppState {
  /** Undefined: no user is signed in. */
  readonly user: SessionUser | undefined;
  readonly profile: User | undefined;
  readonly companyId: CompanyId | null;
  readonly companyName: string | undefined;
  readonly settings: Settings | undefined;
  readonly isOnline: boolean;
  /** The databases, once loaded; the session decides whose they are. */
  readonly localData: LocalData | undefined;
  /** Unsynced count, syncing, last refresh and the like; undefined until the local database is open. */
  readonly sync: SyncStatus | undefined;
  /** Unsent work of a user whose password was right but who may not sign in. It can be saved to a rescue file. */
  readonly unsentWork: readonly UnsentWork[];
  /** The browser can ask whether the app should be installed. */
  readonly hasInstallPrompt: boolean;
  readonly saidNoToInstall: boolean;
  /** A new version is installed and waits until the user presses Update. */
  readonly isUpdateReady: boolean;
  /** A new version is active, most often because another tab updated; this tab still runs the former one. */
  readonly isReloadOffered: boolean;
  /** Whether the server is older or newer than this app. */
  readonly serverAge: ServerAge;
  /** The progress of an update after the user pressed Update. */
  readonly updateSearch: "none" | "looking" | "nothingFound" | "takingOver" | "notTakenOver";
}

export const INITIAL_STATE: AppState = {
  user: undefined,
  profile: undefined,
  companyId: null,
  companyName: undefined,
  settings: undefined,
  isOnline: true,
  localData: undefined,
  sync: undefined,
  unsentWork: [],
  hasInstallPrompt: false,
  saidNoToInstall: false,
  isUpdateReady: false,
  isReloadOffered: false,
  serverAge: "same",
  updateSearch: "none",
};

/** An observable value; React reads it with `useSyncExternalStore`. */
export class AppStateStore {
  #state: AppState;
  readonly #listeners = new Set<() => void>();

  constructor(state: AppState = INITIAL_STATE) {
    this.#state = state;
  }

  readonly getSnapshot = (): AppState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change(changes: Partial<AppState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/** A company's own name for the app replaces ours inside it (1.§9). */
export const productNameOf = ({ settings }: Pick<AppState, "settings">): string =>
  settings?.appCompanyName || PRODUCT_NAME;

/** The company's time zone; the device's while the company has not set one. */
export const timeZoneOf = ({ settings }: Pick<AppState, "settings">): string =>
  settings?.timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone;
