import type { CompanyId, SessionUser, Settings, User } from "@ridgebook/contract";
import { createContext, use } from "react";

/** What the app knows of who works here, and where. */
export interface Session {
  /** Undefined: nobody is signed in. Offline it is the last known user. */
  readonly user: SessionUser | undefined;
  /** The signed-in person with name and e-mail, once loaded. */
  readonly person: User | undefined;
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
  /** As the browser tells. Only for what needs the server (links to blocked areas); saving never asks. */
  readonly isOnline: boolean;
}

/** What somebody signs in with. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of two-step sign-in, once the server has asked for it. */
  readonly code?: string | undefined;
}

export interface SessionActions {
  /** Signs in, makes the device this person's and resolves when their data is at hand. Rejects with a Problem. */
  readonly logIn: (credentials: Credentials) => Promise<void>;
  /** Asks first when unsent changes would be lost, then ends the session. Resolves false when the person stays. */
  readonly logOut: () => Promise<boolean>;
  /** Works in another company from now on, in all tabs. Null leaves the company (super admins). */
  readonly chooseCompany: (companyId: CompanyId | null) => Promise<void>;
  /** Loads user, settings and changed records again. */
  readonly refresh: () => Promise<void>;
  /**
   * For password flows: empties the local database; unsent changes are held for their owner (1.§4). Whoever stays signed
   * in calls `refresh` next, which fills it again.
   */
  readonly wipeLocalData: () => Promise<void>;
  /** The person changed their own name or number; the bar follows. */
  readonly adoptPerson: (person: User) => void;
  /** The login session ended without a logout, such as by a new password: nobody is signed in any more. */
  readonly expire: () => Promise<void>;
  /** What a failed call says to a person, the same everywhere (1.§8); then opens `goTo` when given. */
  readonly reportFailure: (error: unknown, options?: { goTo?: string }) => Promise<void>;
}

export const SessionContext = createContext<(Session & SessionActions) | undefined>(undefined);

/** The session and what can be done with it. */
export function useSession(): Session & SessionActions {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession needs a SessionContext around it.");
  return session;
}
