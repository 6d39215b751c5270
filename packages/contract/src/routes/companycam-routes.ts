import { z } from "zod";
import { cameraUrl, companyCamCursor, companyCamId, companyCamPage } from "#entities/companycam.ts";
import { REHEARSAL_FAULTS } from "#entities/connection.ts";
import { lead } from "#entities/lead.ts";
import { leadIdInText } from "#ids.ts";
import { connectionRoutes } from "./connection-routes.ts";
import { binaryReply, defineRoutes } from "./define-routes.ts";

const companyCam = connectionRoutes("/api/companycamintegration", {
  name: "CompanyCam",
  faults: REHEARSAL_FAULTS.length,
});
const OF_LEAD = "/api/leads/:id/companycam-photos";

/** The routes of the photo service, which the specification does not name (OP-64). */
export const companyCamRoutes = defineRoutes({
  getCompanyCamAccount: companyCam.account,
  connectCompanyCam: companyCam.connect,
  refreshCompanyCamAccount: companyCam.refresh,
  disconnectCompanyCam: companyCam.disconnect,
  clearCompanyCamCache: companyCam.clearCache,
  setCompanyCamRehearsal: companyCam.rehearse,
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
