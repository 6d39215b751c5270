import { z } from "zod";
import { cameraUrl, companyCamCursor, companyCamId, companyCamPage } from "#entities/companycam.ts";
import { connectionAccount, connectionConsent, rehearsalFault } from "#entities/connection.ts";
import { lead } from "#entities/lead.ts";
import { leadIdInText } from "#ids.ts";
import { binaryReply, defineRoutes } from "./define-routes.ts";

const PATH = "/api/companycamintegration";
const OF_LEAD = "/api/leads/:id/companycam-photos";

/** The routes of the photo service, which the specification does not name (OP-64). */
export const companyCamRoutes = defineRoutes({
  getCompanyCamAccount: {
    method: "GET",
    path: `${PATH}/oauth-account`,
    summary: "The company's connection with CompanyCam, or where to give the permission.",
    access: "companyAdmin",
    reply: connectionAccount,
    problems: [],
  },
  connectCompanyCam: {
    method: "POST",
    path: `${PATH}/oauth-connect`,
    summary: "Ends what CompanyCam's consent page began.",
    access: "companyAdmin",
    body: connectionConsent,
    reply: connectionAccount,
    problems: ["connectionStale", "providerFailed"],
  },
  refreshCompanyCamAccount: {
    method: "POST",
    path: `${PATH}/oauth-account-refresh`,
    summary: "Renews the permission of CompanyCam at once and reads the account again.",
    access: "companyAdmin",
    reply: connectionAccount,
    problems: ["providerFailed"],
  },
  disconnectCompanyCam: {
    method: "POST",
    path: `${PATH}/oauth-disable`,
    summary: "Ends the connection with CompanyCam, also while it is down. Answers whether there was one.",
    access: "companyAdmin",
    reply: z.boolean(),
    problems: [],
  },
  clearCompanyCamCache: {
    method: "POST",
    path: `${PATH}/clear-cached-data`,
    summary: "Forgets the lists of photos that are kept from CompanyCam; leads keep the photos that were added.",
    access: "companyAdmin",
    reply: z.boolean(),
    problems: [],
  },
  setCompanyCamRehearsal: {
    method: "POST",
    path: `${PATH}/rehearsal`,
    summary: "Tells the demo stand-in of CompanyCam what to do wrong. There is none in production.",
    access: "companyAdmin",
    body: z.strictObject({ faults: z.array(rehearsalFault).max(4) }),
    reply: connectionAccount,
    problems: ["notFound"],
  },
  setCameraUrl: {
    method: "POST",
    path: "/api/leads/:id/SetCameraUrl",
    summary: "Keeps the link to a lead's photos elsewhere, any https address; an empty one takes it away.",
    access: "companyUser",
    params: z.object({ id: leadIdInText }),
    body: z.strictObject({ cameraUrl }),
    reply: lead,
    problems: ["notFound"],
  },
  listCompanyCamPhotos: {
    method: "GET",
    path: OF_LEAD,
    summary: "The photos of the project that the lead's cameraUrl leads to, 50 at a time; none for another link.",
    access: "companyUser",
    params: z.object({ id: leadIdInText }),
    query: z.object({ projectId: companyCamId.optional(), cursor: companyCamCursor.optional() }),
    reply: companyCamPage,
    problems: ["notFound", "providerFailed"],
  },
  getCompanyCamPicture: {
    method: "GET",
    path: `${OF_LEAD}/:photoId`,
    summary: "The picture of a photo of that list, without metadata; not found once the lead has another link.",
    access: "companyUser",
    isOpenedByBrowser: true,
    params: z.object({ id: leadIdInText, photoId: companyCamId }),
    query: z.object({
      projectId: companyCamId,
      cursor: companyCamCursor.optional(),
      size: z.enum(["thumbnail", "original"]).default("original"),
    }),
    reply: binaryReply,
    problems: ["notFound", "providerFailed"],
  },
});
