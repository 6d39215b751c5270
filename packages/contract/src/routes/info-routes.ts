import { z } from "zod";
import { ENVIRONMENTS } from "#constants.ts";
import { defineRoutes } from "./define-routes.ts";

const demoLogin = z.object({ email: z.string(), description: z.string() });

export const INFO_KEYS = ["version", "environment", "demo", "mail", "links", "telemetry"] as const;

export const infoRoutes = defineRoutes({
  getInfo: {
    method: "GET",
    path: "/api/info",
    summary: "Facts about this installation, by key; keys that are not known are left out.",
    access: "anyone",
    query: z.object({ keys: z.string().max(500).default("") }),
    reply: z.object({
      version: z.string().optional(),
      environment: z.enum(ENVIRONMENTS).optional(),
      /** The demo company's logins; null in a real installation. */
      demo: z
        .object({ password: z.string(), logins: z.array(demoLogin) })
        .nullable()
        .optional(),
      /** Where mails of companies without a mail server go: to the installation's, or only into its outbox folder. */
      mail: z.enum(["server", "outbox"]).optional(),
      /** Where links in mails work: everywhere, or only on the server's own machine, because its public address is not set. */
      links: z.enum(["everywhere", "thisMachine"]).optional(),
      /** What is sent to receivers that the operator chose. */
      telemetry: z.object({ errorReports: z.boolean(), pageViews: z.boolean() }).optional(),
    }),
    problems: [],
  },
});
