import { companyId as companyIdSchema, type CompanyId } from "@ridgebook/contract";
import { forgetMovingIn } from "#features/moving-in/kept-moving-in.ts";
import type { KeptTexts } from "#ui/kept-texts.ts";

const COMPANY_ID_KEY = "ridgebook-company-id";
const COMPANY_NAME_KEY = "ridgebook-company-name";
const COOKIE_ACCOUNT_KEY = "ridgebook-cookie-account-id";

/**
 * The chosen company, stored on the device for all tabs and the next visit (1.§4 App-level state), and the account of the login
 * cookie, which scripts cannot read.
 */
export class KeptCompany {
  readonly #texts: KeptTexts;

  constructor(texts: KeptTexts) {
    this.#texts = texts;
  }

  readId(): CompanyId | null {
    const kept = companyIdSchema.safeParse(Number(this.#texts.read(COMPANY_ID_KEY)));
    return kept.success ? kept.data : null;
  }

  readName(): string | undefined {
    return this.#texts.read(COMPANY_NAME_KEY) || undefined;
  }

  keep({ id, name }: { id: CompanyId | null; name: string | undefined }): void {
    this.#texts.keep(COMPANY_ID_KEY, String(id ?? ""));
    this.#texts.keep(COMPANY_NAME_KEY, id === null ? "" : (name ?? ""));
    if (id === null) forgetMovingIn(this.#texts);
  }

  /** Undefined if no session is known: before the first login, after a logout or a refused session, and during a login. */
  readCookieAccountId(): number | undefined {
    return Number(this.#texts.read(COOKIE_ACCOUNT_KEY)) || undefined;
  }

  keepCookieAccountId(accountId: number | undefined): void {
    this.#texts.keep(COOKIE_ACCOUNT_KEY, String(accountId ?? ""));
  }
}
