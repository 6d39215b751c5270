import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { DraftedForm, FieldValues } from "#local-data/database/stored-record.ts";
import { useLocalDataIfOpen } from "#local-data/local-data-context.tsx";
import { accountDraft } from "#local-data/session/account-drafts.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useKeptDraft } from "#forms/use-kept-draft.ts";

/** Names what is typed: in a company by the drafts of its forms; `account` by the person, for what belongs to no company. */
export type InputPlace = DraftedForm | { readonly account: string };

interface KeptText {
  read(): Promise<FieldValues | undefined>;
  save(values: FieldValues): Promise<void>;
  drop(): Promise<void>;
}

/** Undefined where the device keeps nothing. */
function useKeptText(place: InputPlace | undefined): KeptText | undefined {
  const { companyId, user: self } = useSession();
  const localData = useLocalDataIfOpen();
  const drafts = companyId === null ? undefined : localData?.drafts;
  const accountId = self?.id;
  const isOutside = companyId === null;
  const storeName = place && "storeName" in place ? place.storeName : undefined;
  const id = place && "storeName" in place ? place.id : undefined;
  const account = place && "account" in place ? place.account : undefined;
  return useMemo((): KeptText | undefined => {
    if (drafts && storeName !== undefined && id !== undefined) {
      const form = { storeName, id };
      return {
        read: async () => (await drafts.read(form))?.values,
        save: (values) => drafts.save({ ...form, values }),
        drop: () => drafts.drop(form),
      };
    }
    // Outside a company a user is the account itself, and its draft is kept by the person who edits it.
    const ownForm = account ?? (isOutside && storeName !== undefined ? `${storeName} ${String(id)}` : undefined);
    if (ownForm === undefined || accountId === undefined) return undefined;
    const own = accountDraft({ accountId, form: ownForm });
    return {
      read: () => Promise.resolve(own.read() && { ...own.read() }),
      save: (values) => {
        own.save(values);
        return Promise.resolve();
      },
      drop: () => {
        own.drop();
        return Promise.resolve();
      },
    };
  }, [drafts, isOutside, accountId, storeName, id, account]);
}

/** What to store of input that was typed before the stored draft was read: it goes over the draft. Undefined: the draft stays as it is. */
export const typedOver = (stored: FieldValues | undefined, early: FieldValues | undefined): FieldValues | undefined =>
  early && { ...stored, ...early };

interface InputKeeper {
  /** Whether the device has said what it kept. */
  readonly isRead: boolean;
  /** Keeps what is typed. Undefined: nothing differs, nothing is kept. */
  readonly keep: (values: FieldValues | undefined) => void;
  readonly drop: () => Promise<void>;
}

/**
 * Keeps what is typed on the device: per company, and per person for what belongs to no company.
 *
 * @param place undefined: nothing is kept
 * @param onRestored gets what was typed before a reload or an expired login, once
 */
export function useInputKeeper({
  place,
  onRestored,
}: {
  place: InputPlace | undefined;
  onRestored: (values: FieldValues) => void;
}): InputKeeper {
  const { reportFailure } = useSession();
  const kept = useKeptText(place);
  const [isRead, setIsRead] = useState(kept === undefined);

  const restore = useRef(onRestored);
  const stored = useRef<FieldValues>(undefined);
  useEffect(() => {
    if (!kept) return undefined;
    let isCurrent = true;
    kept
      .read()
      .then((values) => {
        if (!isCurrent || !values) return;
        stored.current = values;
        restore.current(values);
      })
      .catch(reportFailure)
      .finally(() => isCurrent && setIsRead(true));
    return () => {
      isCurrent = false;
    };
  }, [kept, reportFailure]);

  const { keep, drop } = useKeptDraft(
    useCallback(
      async (values: FieldValues | undefined) => {
        await (values ? kept?.save(values) : kept?.drop());
      },
      [kept],
    ),
  );
  // Input before the stored draft is read waits in memory: written at once, it would replace that draft.
  const early = useRef<{ values: FieldValues | undefined }>(undefined);
  useEffect(() => {
    if (!isRead || !early.current) return;
    const joined = typedOver(stored.current, early.current.values);
    early.current = undefined;
    if (joined) keep(joined);
  }, [isRead, keep]);
  return {
    isRead,
    keep: useCallback(
      (values) => {
        if (isRead) keep(values);
        else early.current = { values };
      },
      [isRead, keep],
    ),
    drop: useCallback(() => {
      early.current = undefined;
      return drop();
    }, [drop]),
  };
}
