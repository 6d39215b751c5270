import type { CompanyId, SessionUser, Settings, User } from "@ridgebook/contract";
import { createContext, use } from "react";

/** The signed-in user, their company, and what screens derive from them. */
export interface Session {
  /** Undefined: no user is signed in. Offline it is the last known user. */
  readonly user: SessionUser | undefined;
  /** The signed-in user's own data, such as name and e-mail, once loaded. */
  readonly profile: User | undefined;
  /** The chosen company, or the only one. */
  readonly companyId: CompanyId | null;
  /** Name of that company, where known. */
  readonly companyName: string | undefined;
  /** The company's settings, once loaded; kept on the device. */
  readonly settings: Settings | undefined;
  /** The company's `appCompanyName`, else Ridgebook. */
  readonly productName: string;
  /** IANA name: the company's time zone, else the device's. Every time on a screen is shown in it. */
  readonly timeZone: string;
  /** `navigator.onLine`. Only for features that need the server; saving works without, and never checks it. */
  readonly isOnline: boolean;
}

/** The entries of the login form. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The code of two-step sign-in, once the server has asked for it. */
  readonly code?: string | undefined;
}

export interface SessionActions {
  /** Signs in, gives the device's database to this account, and resolves once its data can be read. Rejects with a Problem. */
  readonly logIn: (credentials: Credentials) => Promise<void>;
  /** Asks for confirmation if unsent changes would be lost. Resolves to false if the person cancels. */
  readonly logOut: () => Promise<boolean>;
  /** Switches all tabs to another company. Null leaves the company (super admins). */
  readonly chooseCompany: (companyId: CompanyId | null) => Promise<void>;
  /** Loads user, settings and changed records again. */
  readonly refresh: () => Promise<void>;
  /**
   * For password flows: empties the local database; unsent changes are held for their owner (1.§4). Callers that stay signed in
   * then call `refresh`, which fills it again.
   */
  readonly wipeLocalData: () => Promise<void>;
  /** Called after people edit their own name or number, so that the top bar shows it. */
  readonly updateProfile: (profile: User) => void;
  /** The login session ended without a logout, such as by a new password: no user is signed in any more. */
  readonly expire: () => Promise<void>;
  /** Shows the standard message of a failed call (1.§8), then navigates to `goTo` if given. */
  readonly reportFailure: (error: unknown, options?: { goTo?: string }) => Promise<void>;
}

export const SessionContext = createContext<(Session & SessionActions) | undefined>(undefined);

/** The session and what can be done with it. */
export function useSession(): Session & SessionActions {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession must be used inside a SessionContext.");
  return session;
}
