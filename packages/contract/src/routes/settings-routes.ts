import { z } from "zod";
import { MAX_REQUEST_BYTES } from "#constants.ts";
import { mailPreviews, measurementNames, settings, settingsDifference, testEmailResult } from "#entities/settings.ts";
import { binaryReply, defineRoutes } from "./define-routes.ts";

export const settingsRoutes = defineRoutes({
  getSettings: {
    method: "GET",
    path: "/api/settings/",
    summary: "The company's settings, whole, with defaults, without secrets.",
    access: "companyUser",
    reply: settings,
    problems: [],
  },
  getCompanyLogo: {
    method: "GET",
    path: "/api/settings/company-logo/",
    summary: "The picture of the company's logo; not found where the settings name none.",
    access: "companyUser",
    isOpenedByBrowser: true,
    reply: binaryReply,
    problems: ["notFound"],
  },
  updateSettings: {
    method: "PATCH",
    path: "/api/settings/",
    summary:
      "Applies a list of differences; all of them or, when one is not valid or was based on another value than is stored, none.",
    access: "companyAdmin",
    body: z.array(settingsDifference, "The body must be a list of differences.").min(1).max(200),
    // Scopes of work and legal texts of up to 200,000 characters each.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: settings,
    problems: [],
  },
  rememberMeasurementNames: {
    method: "POST",
    path: "/api/settings/measurement-names/",
    summary:
      "Adds to the names in files of measurements that the company knows; a name that is known gets its new meaning.",
    access: "companyUser",
    body: z.strictObject({ names: measurementNames }),
    // A thousand names of 100 letters, with what each means.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: settings,
    problems: [],
  },
  sendTestEmail: {
    method: "POST",
    path: "/api/settings/test-email/",
    summary: "Sends a mail to the caller's own address with the stored settings, and says how that went.",
    access: "companyAdmin",
    reply: testEmailResult,
    problems: ["tooManyRequests"],
  },
  previewMails: {
    method: "GET",
    path: "/api/settings/mail-previews/",
    summary: "The company's mails as its stored settings would send them, from sample values. Nothing is sent.",
    access: "companyAdmin",
    reply: mailPreviews,
    problems: [],
  },
  previewEditedMails: {
    method: "POST",
    path: "/api/settings/mail-previews/",
    summary:
      "The company's mails as they would be sent with these differences to its stored settings, from sample values. Nothing is saved or sent.",
    access: "companyAdmin",
    body: z.array(settingsDifference, "The body must be a list of differences.").max(20),
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: mailPreviews,
    problems: [],
  },
});
