import type { UserId } from "@ridgebook/contract";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocalDataIfOpen } from "#local-data/local-data-context.tsx";
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

/**
 * Keeps what is typed of a user on the device, per company. Outside a company, where only super admins are, nothing is kept: the device
 * stores in the name of a company.
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
  const { companyId, reportFailure } = useSession();
  const localData = useLocalDataIfOpen();
  const drafts = companyId === null ? undefined : localData?.drafts;
  const key = useMemo(() => ({ storeName: "users" as const, id: userId }), [userId]);
  const [isRead, setIsRead] = useState(drafts === undefined);
  const hasFailed = useRef(false);

  const restore = useRef(onRestored);
  useEffect(() => {
    if (!drafts) return undefined;
    let isCurrent = true;
    drafts
      .read(key)
      .then((kept) => {
        if (!isCurrent) return;
        const draft = kept && draftOf(kept.values, {});
        if (draft) restore.current(draft);
      })
      .catch(reportFailure)
      .finally(() => isCurrent && setIsRead(true));
    return () => {
      isCurrent = false;
    };
  }, [drafts, key, reportFailure]);

  const { keep, drop } = useKeptDraft<UserDraft>({
    write: useCallback(
      async (draft) => {
        await (draft ? drafts?.save({ ...key, values: { ...draft } }) : drafts?.drop(key));
      },
      [drafts, key],
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
