import { companyId as companyIdSchema, type CompanyId } from "@ridgebook/contract";

const COMPANY_ID_KEY = "ridgebook-company-id";
const COMPANY_NAME_KEY = "ridgebook-company-name";
const COOKIE_ACCOUNT_KEY = "ridgebook-cookie-account-id";

/**
 * The chosen company, kept on the device for all tabs and the next visit (1.§4 App-level state), and the account that the
 * cookie of the login session belongs to. Scripts cannot read that cookie.
 */
export class KeptCompany {
  readonly #storage: Storage | undefined;

  constructor(storage: Storage | undefined) {
    this.#storage = storage;
  }

  readId(): CompanyId | null {
    const kept = companyIdSchema.safeParse(Number(this.#read(COMPANY_ID_KEY)));
    return kept.success ? kept.data : null;
  }

  readName(): string | undefined {
    return this.#read(COMPANY_NAME_KEY) ?? undefined;
  }

  keep({ id, name }: { id: CompanyId | null; name: string | undefined }): void {
    this.#write(COMPANY_ID_KEY, id === null ? undefined : String(id));
    this.#write(COMPANY_NAME_KEY, id === null ? undefined : name);
  }

  /** Undefined when no session is known: before the first login, after a logout or a refused session, during a login. */
  readCookieAccountId(): number | undefined {
    const kept = this.#read(COOKIE_ACCOUNT_KEY);
    return kept === null ? undefined : Number(kept);
  }

  keepCookieAccountId(accountId: number | undefined): void {
    this.#write(COOKIE_ACCOUNT_KEY, accountId === undefined ? undefined : String(accountId));
  }

  #read(key: string): string | null {
    try {
      return this.#storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  #write(key: string, value: string | undefined): void {
    try {
      if (value === undefined) this.#storage?.removeItem(key);
      else this.#storage?.setItem(key, value);
    } catch {
      // Storage can be forbidden or full; then the choice lasts as long as the page.
    }
  }
}

/** `localStorage`, or undefined where the browser's settings forbid it. */
export function findLocalStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
