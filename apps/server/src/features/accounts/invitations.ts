import { fullName, Problem, type AccountId, type CompanyId, type UserId } from "@ridgebook/contract";
import { removeAccountIfNowhere } from "#database/account-access.ts";
import type { PlatformScope } from "#database/company-scope.ts";
import type { JobPayloads } from "#database/job-queue.ts";
import { onPlatform, type Caller } from "#http/handlers.ts";
import { noteActivity, placeOf } from "#http/note-activity.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { recordAuditEvent, requireSession } from "#http/session.ts";
import { accountRepository } from "./account-repository.ts";
import { codeRepository } from "./code-repository.ts";
import { endOfInvitation, invitationRepository, type OpenInvitation } from "./invitation-repository.ts";
import { loginSessionRepository } from "./login-session-repository.ts";

const HAS_ACCOUNT = "You already have an account. Sign in with it, and accept the invitation under Select company.";

/** Uses the name that the company typed, not the account's. */
function noteAnswer(
  platform: PlatformScope,
  { invitation, caller, action }: { invitation: OpenInvitation; caller: Caller; action: "joined" | "declined" },
): Promise<void> {
  const { companyId, userId, firstName, lastName, email } = invitation;
  const name = fullName({ firstName, lastName, email });
  return noteActivity(platform, {
    companyId,
    by: { id: userId, name, isSuperAdmin: false, ...placeOf(caller) },
    acts: [{ kind: "users", action, subject: String(userId), subjectName: name, details: { email } }],
  });
}

/** Joins an account to the inviting company. An account that held the membership under an old e-mail is signed out. */
async function join(
  platform: PlatformScope,
  {
    invitation,
    accountId,
    caller,
    now,
  }: { invitation: OpenInvitation; accountId: AccountId; caller: Caller; now: Date },
): Promise<void> {
  const { companyId, userId, formerAccountId } = invitation;
  await invitationRepository.join(platform, { companyId, userId, accountId });
  await codeRepository.useUpInvitation(platform, { companyId, id: userId, now });
  await recordAuditEvent(platform.db, { event: "invitation.accepted", accountId, companyId, details: { userId } });
  await noteAnswer(platform, { invitation, caller, action: "joined" });
  if (formerAccountId === null || formerAccountId === accountId) return;
  await loginSessionRepository.endAll(platform, { accountId: formerAccountId, now });
  await removeAccountIfNowhere(platform, formerAccountId);
}

/**
 * Joins the holder of an invitation's code and returns the account whose password they may set: a new one, or an existing one without a
 * password. Throws codeInvalid if the invitation is over or the account has a password, which is then required.
 */
export async function joinByCode(
  platform: PlatformScope,
  { companyId, userId, caller, now }: { companyId: CompanyId; userId: UserId; caller: Caller; now: Date },
): Promise<AccountId> {
  const invitation = await invitationRepository.find(platform, { companyId, userId, now });
  if (!invitation) throw new Problem("codeInvalid");
  const known = await accountRepository.findByEmail(platform, invitation.email);
  if (known && known.passwordHash !== null) throw new Problem("codeInvalid", { title: HAS_ACCOUNT });
  const accountId = known?.id ?? (await invitationRepository.addAccount(platform, invitation));
  if (accountId === undefined) throw new Problem("codeInvalid", { title: HAS_ACCOUNT });
  await join(platform, { invitation, accountId, caller, now });
  return accountId;
}

/** Prepares an invitation's mail; undefined if the invitation is over. The code is created here, as for every mail (decision 0014). */
export async function prepareInvitation(
  platform: PlatformScope,
  { payload, now }: { payload: JobPayloads["send-invitation"]; now: Date },
) {
  const invitation = await invitationRepository.find(platform, { ...payload, now });
  if (!invitation) return undefined;
  const { companyId, userId, email, firstName, lastName } = invitation;
  const known = await accountRepository.findByEmail(platform, email);
  const hasAccount = known !== undefined && known.passwordHash !== null;
  return {
    to: { name: `${firstName} ${lastName}`.trim(), address: email },
    companyId,
    userId,
    /** For setting up the account; undefined if it can already sign in. */
    code: hasAccount ? undefined : await codeRepository.issue(platform, { companyId, userId, purpose: "setup", now }),
  };
}

/** Records that the mail server permanently rejected an invitation's address, for the admins who typed it. */
export const noteRefusedInvitation = (
  platform: PlatformScope,
  { payload, email, now }: { payload: JobPayloads["send-invitation"]; email: string; now: Date },
): Promise<void> => invitationRepository.noteRefusedMail(platform, { ...payload, email, now });

/** The signed-in person's invitations (decision 0071). */
export function invitationAnswers({ now }: { now: () => Date }) {
  async function findOwn(platform: PlatformScope, accountId: AccountId, companyId: CompanyId): Promise<OpenInvitation> {
    return orNotFound((await invitationRepository.listOf(platform, { accountId, companyId, now: now() }))[0]);
  }

  return onPlatform({
    async listInvitations({ session, platform }) {
      const { accountId } = requireSession(session);
      const open = await invitationRepository.listOf(platform, { accountId, now: now() });
      return open.map(({ companyId, companyName, invitedTime }) => ({
        companyId,
        companyName,
        invitedTime: invitedTime.toISOString(),
        expiresTime: endOfInvitation(invitedTime).toISOString(),
      }));
    },

    async acceptInvitation({ params, session, caller, platform }) {
      const { accountId } = requireSession(session);
      const invitation = await findOwn(platform, accountId, params.id);
      await join(platform, { invitation, accountId, caller, now: now() });
    },

    async declineInvitation({ params, session, caller, platform }) {
      const { accountId } = requireSession(session);
      const invitation = await findOwn(platform, accountId, params.id);
      const { companyId, userId } = invitation;
      await invitationRepository.decline(platform, { companyId, userId, now: now() });
      await codeRepository.useUpInvitation(platform, { companyId, id: userId, now: now() });
      await recordAuditEvent(platform.db, { event: "invitation.declined", accountId, companyId, details: { userId } });
      await noteAnswer(platform, { invitation, caller, action: "declined" });
    },
  });
}
