import {
  fullName,
  NO_INSTALLATION_SERVER,
  Problem,
  toUserInput,
  type Role,
  type User,
  type UserId,
} from "@ridgebook/contract";
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import type { Person } from "#features/users/user-rules.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useIsInvitationSent } from "#server-client/use-is-mail-sent.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";
import { notices } from "#ui/notices/notices.ts";

const usersKey = (companyId: number | null) => ["users", companyId] as const;

/** The users of the company; for a super admin outside a company, those of all companies and the accounts without one. */
export function useUsers(): UseQueryResult<Person[]> {
  const client = useClient();
  const { companyId } = useSession();
  return useQuery({
    queryKey: usersKey(companyId),
    queryFn: ({ signal }): Promise<Person[]> =>
      companyId === null
        ? client.call("listMembers", {}, { signal })
        : client.call("listUsers", { query: {} }, { signal }),
  });
}

/** Calls about a user go to that user's company, also for a super admin who is in none. */
const inCompanyOf = ({ companyId }: User) => ({ companyId });

const reasonsOf = ({ code, message, details }: Problem): string[] =>
  code === "twoStepNotYours" || code === "twoStepIsOff" ? [message] : Object.values(details.errors ?? {}).flat();

export interface UserActions {
  /** Loads the list again. */
  readonly reload: () => Promise<void>;
  readonly setActive: (user: User, active: boolean) => Promise<void>;
  readonly setRole: (user: User, role: Role) => Promise<void>;
  readonly resend: (user: User) => Promise<void>;
  readonly resendAll: () => Promise<void>;
  /** Asks first. */
  readonly removeTwoStep: (user: User) => Promise<void>;
  /** Rejects with the server's error. */
  readonly remove: (user: User, newSalespersonId: UserId | undefined) => Promise<void>;
}

/** Says that set-up mails were sent, or that the server sends none. */
export const setUpMailNotice = (sentText: string, { isMailSent }: { isMailSent: boolean | undefined }): NewNotice =>
  isMailSent === false ? { message: NO_INSTALLATION_SERVER, type: "warning" } : { message: sentText };

/** Actions of admins on users without opening them. Each reports its result or error. */
export function useUserActions(): UserActions {
  const client = useClient();
  const queries = useQueryClient();
  const { companyId, reportFailure } = useSession();
  const confirm = useConfirm();
  const isMailSent = useIsInvitationSent();
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: usersKey(companyId) });

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // No page has a field for this user, so the reasons are the message.
      const reasons = error instanceof Problem ? reasonsOf(error) : [];
      if (reasons.length > 0) notices.add({ message: reasons.join(" "), type: "error" });
      else await reportFailure(error);
    } finally {
      await reload();
    }
  };

  /** Based on the server's current data: the list may be some minutes old. */
  const change = async (user: User, changed: { active?: boolean; role?: Role }): Promise<void> => {
    const params = { id: String(user.id) };
    const current = await client.call("getUser", { params }, inCompanyOf(user));
    await client.call("updateUser", { params, body: { ...toUserInput(current), ...changed } }, inCompanyOf(user));
  };

  const setActive = (user: User, active: boolean): Promise<void> =>
    attempt(async () => {
      await change(user, { active });
      notices.add({
        message: `${fullName(user)} is ${active ? "active" : "deactivated"}`,
        action: { label: "Undo", run: () => void setActive(user, !active) },
      });
    });

  const setRole = (user: User, role: Role): Promise<void> =>
    attempt(async () => {
      const former = user.role ?? "User";
      await change(user, { role });
      notices.add({
        message: `${fullName(user)} has the role ${role}`,
        action: { label: "Undo", run: () => void setRole({ ...user, role }, former) },
      });
    });

  return {
    reload,
    setActive,
    setRole,
    resend: (user) =>
      attempt(async () => {
        await client.call("resendSetUpEmail", { params: { id: String(user.id) } }, inCompanyOf(user));
        notices.add(setUpMailNotice(`Set-up mail sent to ${user.email}`, { isMailSent }));
      }),
    resendAll: () =>
      attempt(async () => {
        const { sent } = await client.call("sendSetUpPendingEmails", {});
        notices.add(setUpMailNotice(`${String(sent)} set-up ${sent === 1 ? "mail" : "mails"} sent`, { isMailSent }));
      }),
    removeTwoStep: async (user) => {
      const isSure = await confirm({
        title: `Remove the second step of ${fullName(user)}?`,
        message:
          "For somebody who lost their phone and their backup codes. They log in with their password alone until they set it up again, and are notified by e-mail.",
        confirmText: "Remove second step",
        kind: "warning",
      });
      if (!isSure) return;
      await attempt(async () => {
        await client.call("removeTwoStep", { params: { id: String(user.id) } }, inCompanyOf(user));
        notices.add({ message: `${fullName(user)} logs in without a code` });
      });
    },
    remove: async (user, newSalespersonId) => {
      await client.call(
        "deleteUser",
        {
          params: { id: String(user.id) },
          query: newSalespersonId === undefined ? {} : { newSalespersonId: String(newSalespersonId) },
        },
        inCompanyOf(user),
      );
      await reload();
    },
  };
}
