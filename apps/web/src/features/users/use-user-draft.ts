import type { UserId } from "@ridgebook/contract";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocalDataIfOpen } from "#local-data/local-data-context.tsx";
import { accountDraft } from "#local-data/session/account-drafts.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useKeptDraft } from "#ui/use-kept-draft.ts";

type UserDraft = Readonly<Record<string, string | boolean>>;

const NEW_USER_DRAFT_ID = 0;

/** What differs from what the form began with; undefined for nothing. */
export function draftOf(
  values: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): UserDraft | undefined {
  const changed = Object.entries(values).filter(
    (entry): entry is [string, string | boolean] =>
      (typeof entry[1] === "string" || typeof entry[1] === "boolean") && entry[1] !== stored[entry[0]],
  );
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

interface DraftPlace {
  read(): Promise<Readonly<Record<string, unknown>> | undefined>;
  save(draft: UserDraft): Promise<void>;
  drop(): Promise<void>;
}

/** Where the draft of a user is kept; undefined where the device keeps none. */
function useDraftPlace(id: UserId): DraftPlace | undefined {
  const { companyId, user: self } = useSession();
  const localData = useLocalDataIfOpen();
  const drafts = companyId === null ? undefined : localData?.drafts;
  const isOutside = companyId === null;
  // Outside a company a user is the account itself.
  const accountId = self?.id;
  return useMemo((): DraftPlace | undefined => {
    if (drafts) {
      const key = { storeName: "users" as const, id };
      return {
        read: async () => (await drafts.read(key))?.values,
        save: (draft) => drafts.save({ ...key, values: { ...draft } }),
        drop: () => drafts.drop(key),
      };
    }
    if (!isOutside || accountId === undefined) return undefined;
    const own = accountDraft({ accountId, form: `users ${String(id)}` });
    return {
      read: () => Promise.resolve(own.read()),
      save: (draft) => {
        own.save(draft);
        return Promise.resolve();
      },
      drop: () => {
        own.drop();
        return Promise.resolve();
      },
    };
  }, [drafts, isOutside, accountId, id]);
}

/**
 * Keeps what is typed of a user on the device, per company; outside a company, where only super admins are, per person.
 *
 * @param onRestored is given what was typed in a tab that is gone, once
 */
export function useUserDraft({
  userId = NEW_USER_DRAFT_ID as UserId,
  onRestored,
}: {
  userId: UserId | undefined;
  onRestored: (draft: UserDraft) => void;
}): { isRead: boolean; keep: (draft: UserDraft | undefined) => void; drop: () => Promise<void> } {
  const { reportFailure } = useSession();
  const place = useDraftPlace(userId);
  const [isRead, setIsRead] = useState(place === undefined);
  const hasFailed = useRef(false);

  const restore = useRef(onRestored);
  useEffect(() => {
    if (!place) return undefined;
    let isCurrent = true;
    place
      .read()
      .then((kept) => {
        if (!isCurrent) return;
        const draft = kept && draftOf(kept, {});
        if (draft) restore.current(draft);
      })
      .catch(reportFailure)
      .finally(() => isCurrent && setIsRead(true));
    return () => {
      isCurrent = false;
    };
  }, [place, reportFailure]);

  const { keep, drop } = useKeptDraft<UserDraft>({
    write: useCallback(
      async (draft) => {
        await (draft ? place?.save(draft) : place?.drop());
      },
      [place],
    ),
    onFailure: useCallback(
      (error: unknown) => {
        // Said once: the same would be true of every keystroke that follows.
        if (!hasFailed.current) void reportFailure(error);
        hasFailed.current = true;
      },
      [reportFailure],
    ),
  });
  // What is typed before the stored draft is read waits in memory: written at once, it would take that one's place.
  const early = useRef<{ draft: UserDraft | undefined }>(undefined);
  useEffect(() => {
    if (!isRead || !early.current) return;
    keep(early.current.draft);
    early.current = undefined;
  }, [isRead, keep]);
  return {
    isRead,
    keep: useCallback(
      (draft) => {
        if (isRead) keep(draft);
        else early.current = { draft };
      },
      [isRead, keep],
    ),
    drop: useCallback(() => {
      early.current = undefined;
      return drop();
    }, [drop]),
  };
}
