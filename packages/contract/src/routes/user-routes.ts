import { z } from "zod";
import { userIdInText } from "#ids.ts";
import { listedMember, listedUser, user, userChange, userInput } from "#entities/user.ts";
import { defineRoutes } from "./define-routes.ts";
import { activeQuery } from "./queries.ts";

const params = z.object({ id: userIdInText });

export const userRoutes = defineRoutes({
  listUsers: {
    method: "GET",
    path: "/api/users",
    summary: "The users of the company; for a super admin outside a company, all accounts.",
    access: "account",
    query: z.object({ active: activeQuery }),
    reply: z.array(listedUser),
    problems: [],
  },
  listMembers: {
    method: "GET",
    path: "/api/members",
    summary: "Everybody in every company, one entry for each membership, and the accounts without one.",
    access: "superAdmin",
    reply: z.array(listedMember),
    problems: [],
  },
  getUser: {
    method: "GET",
    path: "/api/users/:id",
    summary: "One user.",
    access: "account",
    params,
    reply: user,
    problems: ["notFound"],
  },
  createUser: {
    method: "POST",
    path: "/api/users/",
    summary:
      "Adds a user and mails an invitation. Answers the same whether an account has the e-mail or not; its owner joins by accepting.",
    access: "userAdmin",
    body: userInput,
    takesRecord: true,
    reply: user,
    problems: ["emailTaken", "tooManyRequests"],
  },
  updateUser: {
    method: "PUT",
    path: "/api/users/:id",
    summary:
      "Changes a user. Deactivating ends their access at once. Another e-mail is invited, and takes over when it accepts.",
    access: "userAdmin",
    params,
    body: userChange,
    takesRecord: true,
    reply: user,
    problems: ["notFound", "emailTaken"],
  },
  deleteUser: {
    method: "DELETE",
    path: "/api/users/:id",
    summary:
      "Removes a user from the company, or withdraws an invitation. Leads that name them go to newSalespersonId; without it the call is refused while there are any.",
    access: "userAdmin",
    params,
    query: z.object({ newSalespersonId: userIdInText.optional() }),
    reply: z.void(),
    problems: ["notFound", "inUse"],
  },
  resendSetUpEmail: {
    method: "POST",
    path: "/api/users/:id/resendsetupemail",
    summary: "Mails the invitation again, or a new set-up code to a user who has no password yet.",
    access: "userAdmin",
    params,
    reply: z.void(),
    problems: ["notFound", "tooManyRequests"],
  },
  sendSetUpPendingEmails: {
    method: "POST",
    path: "/api/users/sendsetuppendingemails",
    summary: "Mails every active user who has neither accepted nor declined, or has no password yet.",
    access: "userAdmin",
    reply: z.object({ sent: z.number().int() }),
    problems: ["tooManyRequests"],
  },
});
