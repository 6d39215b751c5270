import { z } from "zod";
import { companyId, companyIdInText } from "#ids.ts";
import { defineRoutes } from "./define-routes.ts";

/** A company's invitation to the signed-in person. */
const receivedInvitation = z.object({
  companyId,
  companyName: z.string(),
  invitedTime: z.iso.datetime(),
  expiresTime: z.iso.datetime(),
});
export type ReceivedInvitation = z.infer<typeof receivedInvitation>;

const params = z.object({ id: companyIdInText });

export const invitationRoutes = defineRoutes({
  listInvitations: {
    method: "GET",
    path: "/api/users/self/invitations",
    summary: "The companies that invite the e-mail of the signed-in person. Empty until that e-mail is confirmed.",
    access: "account",
    reply: z.array(receivedInvitation),
    problems: [],
  },
  acceptInvitation: {
    method: "POST",
    path: "/api/users/self/invitations/:id/accept",
    summary: "Makes the signed-in person a member of the company that invites them.",
    access: "account",
    params,
    reply: z.void(),
    problems: ["notFound"],
  },
  declineInvitation: {
    method: "POST",
    path: "/api/users/self/invitations/:id/decline",
    summary: "Tells the company that the signed-in person does not join. It may invite them again.",
    access: "account",
    params,
    reply: z.void(),
    problems: ["notFound"],
  },
});
