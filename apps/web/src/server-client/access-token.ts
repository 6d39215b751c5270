/**
 * Keeps this tab's access token and its account in memory only, so that no script can steal it from the device's storage. The
 * cookie of the login session renews it.
 */
export class AccessToken {
  #value: string | undefined;
  #accountId: number | undefined;

  read(): string | undefined {
    return this.#value;
  }

  /** The account of the token; undefined without one. */
  get accountId(): number | undefined {
    return this.#accountId;
  }

  keep({ token, accountId }: { token: string; accountId: number }): void {
    this.#value = token;
    this.#accountId = accountId;
  }

  /** Call after a 401, and at logout. */
  reset(): void {
    this.#value = undefined;
    this.#accountId = undefined;
  }
}
