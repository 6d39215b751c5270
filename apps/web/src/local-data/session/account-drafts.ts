import { findTextStorage, type TextStorage } from "#local-data/database/spare-drafts.ts";

/** Not the beginning of a spare draft's name, which belongs to a company. */
const PREFIX = "ridgebook-account-draft ";

/** What a person typed outside of every company, of one form. */
interface AccountDraft {
  /** Undefined where nothing is kept, or nothing that can be read. */
  read(): Readonly<Record<string, unknown>> | undefined;
  save(values: Readonly<Record<string, unknown>>): void;
  drop(): void;
}

/**
 * Keeps it in the browser's `localStorage`: the device's database stores in the name of a company. Where the browser has no storage nothing
 * is kept; a full one throws.
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

/** Deletes those of everybody: the next person at this device may know how to look for them. */
export function forgetAccountDrafts(texts: TextStorage | undefined = findTextStorage()): void {
  const names = Array.from({ length: texts?.length ?? 0 }, (_, index) => texts?.key(index));
  for (const name of names) if (name?.startsWith(PREFIX)) texts?.removeItem(name);
}
