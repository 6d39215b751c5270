import { findTextStorage, type TextStorage } from "#local-data/database/spare-drafts.ts";

/** Differs from the prefix of spare drafts, which belong to a company. */
const PREFIX = "ridgebook-account-draft ";

/** The draft of one form outside of any company. */
interface AccountDraft {
  /** Undefined if missing or unreadable. */
  read(): Readonly<Record<string, unknown>> | undefined;
  save(values: Readonly<Record<string, unknown>>): void;
  drop(): void;
}

/**
 * Keeps drafts in `localStorage`, because the device's database stores for a company. Keeps nothing in a browser without it; throws if it
 * is full.
 *
 * @param form "users 12"
 */
export function accountDraft(
  { accountId, form }: { accountId: number; form: string },
  texts: TextStorage | undefined = findTextStorage(),
): AccountDraft {
  const name = `${PREFIX}${String(accountId)} ${form}`;
  return {
    read: () => {
      try {
        const kept = JSON.parse(texts?.getItem(name) ?? "null") as unknown;
        return typeof kept === "object" && kept !== null ? (kept as Readonly<Record<string, unknown>>) : undefined;
      } catch {
        return undefined;
      }
    },
    save: (values) => texts?.setItem(name, JSON.stringify(values)),
    drop: () => texts?.removeItem(name),
  };
}

/** Deletes the drafts of all accounts, because the next user of this device could find them. */
export function forgetAccountDrafts(texts: TextStorage | undefined = findTextStorage()): void {
  const names = Array.from({ length: texts?.length ?? 0 }, (_, index) => texts?.key(index));
  for (const name of names) if (name?.startsWith(PREFIX)) texts?.removeItem(name);
}
