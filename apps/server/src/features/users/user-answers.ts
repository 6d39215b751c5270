import {
  fullName,
  hasAccess,
  Problem,
  type AccountId,
  type CompanyId,
  type User,
  type UserId,
} from "@ridgebook/contract";
import type { PlatformScope } from "#database/company-scope.ts";
import { enqueueJob, enqueueJobs } from "#database/job-queue.ts";
import { takeMailAllowance, type MailLimits } from "#database/mail-allowance.ts";
import { onPlatform } from "#http/handlers.ts";
import { actorOf, noteActivity, type Act, type Actor } from "#http/note-activity.ts";
import { recordAuditEvent, requireSession, type Session } from "#http/session.ts";
import { assertNoErrors, findUser, type UserParts } from "./change-user.ts";
import { companyMembers, findMember } from "./company-members.ts";
import { accountOf, platformAccounts } from "./platform-accounts.ts";
import { addedUser, changedUser, mailedUser, removedTwoStep, removedUser } from "./user-acts.ts";
import { userRepository } from "./user-repository.ts";

/** The company whose users a session sees; null is the whole platform, for a super admin outside any company. */
function sightOf({ user }: Session): CompanyId | null {
  if (user.companyId === null && !user.isSuperAdmin) throw new Problem("chooseCompany");
  return user.companyId;
}

/** An account as each of its companies sees it. */
async function usersOfAccount(platform: PlatformScope, id: AccountId): Promise<Map<CompanyId, User>> {
  const users = new Map<CompanyId, User>();
  for (const member of (await userRepository.findAccount(platform, { id }))?.memberships ?? [])
    users.set(member.companyId, await findUser(platform, member));
  return users;
}

/** Runs a super admin's change of an account, and records it in the account's companies. */
async function notingInCompanies(
  platform: PlatformScope,
  { id, by }: { id: AccountId; by: Actor },
  work: () => Promise<void>,
): Promise<void> {
  const before = await usersOfAccount(platform, id);
  await work();
  const after = await usersOfAccount(platform, id);
  for (const companyId of new Set([...before.keys(), ...after.keys()]))
    await noteActivity(platform, { companyId, by, acts: actsBetween(before.get(companyId), after.get(companyId)) });
}

/**
 * The account whose second step the admin may remove. It protects all companies of the account, so a company's admin may do so only for an
 * account with no other company and no platform rights. One's own is removed with the password and a code.
 */
async function accountForTwoStep(
  platform: PlatformScope,
  { accountId, user }: Session,
  id: UserId,
): Promise<AccountId> {
  const { companyId } = user;
  const owner = companyId === null ? accountOf(id) : (await findMember(platform, { companyId, id })).accountId;
  const person = owner === null ? undefined : await userRepository.findAccount(platform, { id: owner });
  if (!person) throw new Problem(companyId === null ? "notFound" : "twoStepIsOff");
  if (person.id === accountId) assertNoErrors({ id: ["Turn off your own two-step sign-in under Manage account."] });
  const isOnlyHere = person.memberships.length === 1 && !person.isSuperAdmin && !person.isMasterAdmin;
  if (!user.isSuperAdmin && !isOnlyHere) throw new Problem("twoStepNotYours");
  return person.id;
}

const actsBetween = (before: User | undefined, after: User | undefined): Act[] => {
  if (!before) return after ? [addedUser(after)] : [];
  return after ? changedUser(before, after) : [removedUser(before)];
};

/**
 * Users (1.§7, API-52 to API-58): a company's admin manages the company's memberships, a super admin outside any company manages accounts.
 *
 * An admin's calls give the same result whether an e-mail is known to the installation or not (decision 0071): they invite the e-mail
 * without looking at accounts. The account joins when its owner accepts (accounts/invitations.ts).
 */
export function userAnswers({
  turnOffTwoStep,
  mailLimits,
  ...parts
}: Omit<UserParts, "countMails"> & {
  /** Turns off an account's two-step sign-in; false if it was off. */
  turnOffTwoStep: (platform: PlatformScope, accountId: AccountId) => Promise<boolean>;
  mailLimits: MailLimits;
}) {
  const { now } = parts;
  const countMails = (platform: PlatformScope, companyId: CompanyId, mails: number): Promise<void> =>
    takeMailAllowance(platform, { companyId, accountId: null, mails, limits: mailLimits, now: now() });
  const members = companyMembers({ ...parts, countMails });
  const accounts = platformAccounts(parts);

  return onPlatform({
    async listUsers({ query, session, platform }) {
      const asker = requireSession(session);
      const companyId = sightOf(asker);
      const users = await userRepository.list(platform, { companyId, active: query.active });
      if (!hasAccess(asker.user, "userAdmin")) return users;
      const withTwoStep = await userRepository.listWithTwoStep(platform, companyId);
      const listed = users.map((user) => ({ ...user, hasTwoStep: withTwoStep.has(user.id) }));
      if (companyId === null) return listed;
      const leadCounts = await userRepository.countLeads(platform, companyId);
      const times = await userRepository.listTimes(platform, companyId);
      return listed.map((user) => ({ ...user, leadCount: leadCounts.get(user.id) ?? 0, ...times.get(user.id) }));
    },

    listMembers: ({ platform }) => userRepository.listMembers(platform),

    getUser: ({ params, session, platform }) =>
      findUser(platform, { companyId: sightOf(requireSession(session)), id: params.id }),

    async createUser({ body, session, caller, platform }) {
      const asker = requireSession(session);
      const { accountId: actor, user } = asker;
      const { companyId } = user;
      const id =
        companyId === null
          ? await accounts.create(platform, body)
          : await members.create(platform, { companyId, input: body });
      await recordAuditEvent(platform.db, {
        event: "user.added",
        accountId: actor,
        companyId: companyId ?? undefined,
        details: { userId: id },
      });
      const added = await findUser(platform, { companyId, id });
      const inCompany =
        companyId === null && body.companyId != null
          ? (await usersOfAccount(platform, accountOf(id))).get(body.companyId)
          : added;
      const noted = companyId ?? body.companyId;
      if (noted != null && inCompany)
        await noteActivity(platform, { companyId: noted, by: actorOf(asker, caller), acts: [addedUser(inCompany)] });
      return added;
    },

    async updateUser({ params: { id }, body, session, caller, platform }) {
      const asker = requireSession(session);
      const { accountId, user } = asker;
      const { companyId } = user;
      const by = actorOf(asker, caller);
      let written: Pick<User, "active" | "role"> = body;
      if (companyId === null)
        await notingInCompanies(platform, { id: accountOf(id), by }, () =>
          accounts.update(platform, { actor: accountId, id, input: body }),
        );
      else {
        const before = await findUser(platform, { companyId, id });
        await members.update(platform, { companyId, actor: user.id, id, change: body });
        const after = await findUser(platform, { companyId, id });
        await noteActivity(platform, { companyId, by, acts: changedUser(before, after) });
        written = after;
      }
      const { active, role } = written;
      const { isSuperAdmin, isMasterAdmin } = body;
      await recordAuditEvent(platform.db, {
        event: "user.changed",
        accountId,
        companyId: companyId ?? undefined,
        details: { userId: id, active, role, isSuperAdmin, isMasterAdmin },
      });
      return findUser(platform, { companyId, id });
    },

    async deleteUser({ params: { id }, query: { newSalespersonId }, session, caller, platform }) {
      const asker = requireSession(session);
      const { accountId, user } = asker;
      const { companyId } = user;
      const by = actorOf(asker, caller);
      if (companyId === null && newSalespersonId !== undefined)
        assertNoErrors({ newSalespersonId: ["Leads are handed over inside their company."] });
      let leadsHandedOver = 0;
      if (companyId === null)
        await notingInCompanies(platform, { id: accountOf(id), by }, () =>
          accounts.remove(platform, { actor: accountId, id }),
        );
      else {
        const removed = await findUser(platform, { companyId, id });
        leadsHandedOver = await members.remove(platform, { companyId, actor: user.id, id, newSalespersonId });
        const successor =
          newSalespersonId === undefined ? undefined : await findUser(platform, { companyId, id: newSalespersonId });
        const handover = successor && { takenOverBy: fullName(successor), leads: leadsHandedOver };
        await noteActivity(platform, { companyId, by, acts: [removedUser(removed, handover)] });
      }
      await recordAuditEvent(platform.db, {
        event: "user.removed",
        accountId,
        companyId: companyId ?? undefined,
        details: { userId: id, ...(leadsHandedOver > 0 && { newSalespersonId, leadsHandedOver }) },
      });
    },

    async resendSetUpEmail({ params: { id }, session, caller, platform }) {
      const asker = requireSession(session);
      const { companyId } = asker.user;
      if (companyId === null) {
        await enqueueJob(platform, await accounts.mailAgain(platform, id));
        return;
      }
      const mail = await members.mailAgain(platform, { companyId, id });
      await countMails(platform, companyId, 1);
      await enqueueJob(platform, mail);
      const acts = [mailedUser(await findUser(platform, { companyId, id }))];
      await noteActivity(platform, { companyId, by: actorOf(asker, caller), acts });
    },

    async sendSetUpPendingEmails({ session, caller, platform }) {
      const asker = requireSession(session);
      const { companyId } = asker.user;
      if (companyId === null) {
        const mails = await accounts.mailsForPending(platform);
        await enqueueJobs(platform, mails);
        return { sent: mails.length };
      }
      const mails = await members.mailsForPending(platform, companyId);
      if (mails.length > 0) await countMails(platform, companyId, mails.length);
      await enqueueJobs(platform, mails);
      const acts: Act[] = [];
      for (const { id } of await userRepository.listPendingMembers(platform, companyId))
        acts.push(mailedUser(await findUser(platform, { companyId, id })));
      await noteActivity(platform, { companyId, by: actorOf(asker, caller), acts });
      return { sent: mails.length };
    },

    async removeTwoStep({ params: { id }, session, caller, platform }) {
      const asker = requireSession(session);
      const { companyId } = asker.user;
      const accountId = await accountForTwoStep(platform, asker, id);
      if (!(await turnOffTwoStep(platform, accountId))) throw new Problem("twoStepIsOff");
      await recordAuditEvent(platform.db, {
        event: "two-step.removed",
        accountId: asker.accountId,
        companyId: companyId ?? undefined,
        details: { userId: id },
      });
      for (const [noted, user] of await usersOfAccount(platform, accountId))
        await noteActivity(platform, {
          companyId: noted,
          by: actorOf(asker, caller),
          acts: [removedTwoStep(user)],
        });
      await enqueueJob(platform, { name: "send-two-step-mail", payload: { accountId, companyId } });
    },
  });
}
