/**
 * Holds the access token of this tab and whose it is, in memory only: a script that reads the device's storage finds
 * nothing to steal, and a closed tab forgets it. The cookie of the login session renews it.
 */
export class AccessToken {
  #value: string | undefined;
  #accountId: number | undefined;

  read(): string | undefined {
    return this.#value;
  }

  /** Whose token it is; undefined without one. */
  get accountId(): number | undefined {
    return this.#accountId;
  }

  keep({ token, accountId }: { token: string; accountId: number }): void {
    this.#value = token;
    this.#accountId = accountId;
  }

  /** After a 401, and at logout. */
  reset(): void {
    this.#value = undefined;
    this.#accountId = undefined;
  }
}
