import { zodResolver } from "@hookform/resolvers/zod";
import {
  fullName,
  isObject,
  Problem,
  toUserInput,
  type FieldConflict,
  type UserChange,
  type UserInput,
} from "@ridgebook/contract";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { setUpMailNotice, useUserActions } from "#features/users/use-user-actions.ts";
import type { Person, UserLocks } from "#features/users/user-rules.ts";
import {
  accountInput,
  conflictText,
  FIELDS,
  formRules,
  formValues,
  memberInput,
  PLATFORM_FIELDS,
  type Field,
  type UserValues,
} from "#features/users/user-values.ts";
import { useInputKeeper } from "#forms/use-input-keeper.ts";
import { changedInput } from "#forms/use-kept-input.ts";
import { useRefusedForm } from "#forms/use-refused-form.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useIsInvitationSent } from "#server-client/use-is-mail-sent.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";
import { notices } from "#ui/notices/notices.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

/** A field for the salesperson's folder in the company's storage, from another feature. */
export interface FolderOfUser {
  readonly field: (props: {
    /** A link or id; "" for none. */
    value: string;
    error: string | undefined;
    onChange: (value: string) => void;
  }) => ReactNode;
  /** Checks before a save; returns why the folder cannot be used. */
  readonly check: (value: string) => Promise<string | undefined>;
}

const NEW_USER_DRAFT_ID = 0;

/** A user and what may be done with it here. */
export interface EditedUser {
  /** Undefined for a new one. */
  readonly user: Person | undefined;
  /** Why role and access cannot be changed. */
  readonly locks: UserLocks;
  /** Undefined outside a company, which has no storage. */
  readonly folder: FolderOfUser | undefined;
  readonly onSaved: () => void;
}

/** What is typed about a user: kept on the device until it is saved, and saved as the account or as the company's member. */
export function useUserForm({ user, locks, folder, onSaved }: EditedUser) {
  const client = useClient();
  const { refresh, user: self, companyId: ownCompanyId } = useSession();
  const isAccount = ownCompanyId === null && user?.accountId !== null;
  const { reload } = useUserActions();
  const isMailSent = useIsInvitationSent();
  const stored = useMemo(() => formValues(user), [user]);
  const [isRestored, setIsRestored] = useState(false);
  // The user when the form was opened: reloading the list does not replace typed values.
  const form = useForm({ resolver: zodResolver(formRules), defaultValues: stored });
  const refuse = useRefusedForm(form);
  const { isDirty, dirtyFields } = form.formState;

  const isSaved = useRef(false);
  /** The server's values when editing started, or from the last conflict. */
  const former = useRef<Partial<UserInput>>(user ? toUserInput(user) : {});
  const draft = useInputKeeper({
    place: { storeName: "users", id: user?.id ?? NEW_USER_DRAFT_ID },
    onRestored: (kept) => {
      const keptFormer = isObject(kept["former"]) ? kept["former"] : {};
      const isLocked = { role: locks.demote !== undefined, active: locks.deactivate !== undefined };
      for (const field of FIELDS) {
        const value = kept[field];
        const isOpen = !(field === "role" || field === "active") || !isLocked[field];
        if (value === undefined || typeof value !== typeof stored[field] || value === stored[field] || !isOpen)
          continue;
        // Typed while the device was read.
        if (form.getValues(field) !== stored[field]) continue;
        if (field in keptFormer) former.current = { ...former.current, [field]: keptFormer[field] };
        form.setValue(field, value as string | boolean, { shouldDirty: true });
        setIsRestored(true);
      }
    },
  });
  const { keep } = draft;
  useEffect(() => {
    const watching = form.watch((values) => {
      if (isSaved.current) return;
      const changed = changedInput({ ...values, folderId: values.folderId ?? "" }, stored);
      keep(changed && { ...changed, former: former.current });
    });
    return () => watching.unsubscribe();
  }, [form, keep, stored]);

  const hasChanges = useCallback(() => isDirty && !isSaved.current, [isDirty]);
  const checkForErrors = async (): Promise<boolean> => !(await form.trigger());
  useLeaveGuard({ hasChanges, checkForErrors, onDiscard: draft.drop });

  const saveMember = async (known: Person, values: UserValues): Promise<void> => {
    const changed = Object.fromEntries(
      FIELDS.filter((field) => dirtyFields[field] && !PLATFORM_FIELDS.includes(field)).map((field) => [
        field,
        field === "folderId" ? values.folderId || null : values[field],
      ]),
    ) as Partial<UserInput>;
    // Members without a change keep the server's current value: another admin may have saved meanwhile.
    const based: UserChange["former"] = Object.fromEntries(
      Object.entries(former.current).filter(([field]) => field in changed),
    );
    await client.call(
      "updateUser",
      { params: { id: String(known.id) }, body: { ...toUserInput(known), ...changed, former: based } },
      { companyId: known.companyId },
    );
  };
  /** Shows the other value at each field; the next save replaces it. */
  const showConflicts = (conflicts: readonly FieldConflict[]): void => {
    for (const conflict of conflicts) {
      former.current = { ...former.current, [conflict.field]: conflict.theirs };
      form.setError(conflict.field as Field, { message: conflictText(conflict) });
    }
  };
  const saveAccount = (known: Person, values: UserValues): Promise<unknown> =>
    client.call("updateUser", {
      params: { id: String(known.accountId ?? known.id) },
      body: { ...toUserInput(known), ...accountInput(values) },
    });

  const save = async (values: UserValues): Promise<void> => {
    if (user && !isDirty) {
      notices.add({ message: "No changes to save", type: "info" });
      return;
    }
    try {
      const folderProblem = dirtyFields.folderId ? await folder?.check(values.folderId) : undefined;
      if (folderProblem !== undefined) {
        form.setError("folderId", { message: folderProblem });
        return;
      }
      if (!user) await client.call("createUser", { body: isAccount ? accountInput(values) : memberInput(values) });
      else if (isAccount) await saveAccount(user, values);
      else await saveMember(user, values);
      isSaved.current = true;
      await draft.drop();
      notices.add(savedNotice(values, { isNew: !user, isAccount, isMailSent }));
      await reload();
      if (user && ownCompanyId !== null && user.id === self?.id) await refresh();
      onSaved();
    } catch (error) {
      const conflicts = error instanceof Problem ? error.details.conflicts : undefined;
      if (conflicts) showConflicts(conflicts);
      else await refuse(error);
    }
  };
  const discard = (): void => {
    form.reset(stored);
    setIsRestored(false);
    void draft.drop();
  };
  return { form, isAccount, isRestored, save, discard };
}

function savedNotice(
  values: { firstName: string; lastName: string; email: string; active?: boolean | undefined },
  { isNew, isAccount, isMailSent }: { isNew: boolean; isAccount: boolean; isMailSent: boolean | undefined },
): NewNotice {
  if (!isNew) return { message: "Saved" };
  if (isAccount) return { message: `${fullName(values)} added` };
  if (!values.active) return { message: `${fullName(values)} is added, without a mail` };
  return setUpMailNotice(`Set-up mail sent to ${values.email}`, { isMailSent });
}
