import { z } from "zod";
import { connectionAccount, connectionConsent, rehearsalFault } from "#entities/connection.ts";
import { defineRoutes } from "./define-routes.ts";

/**
 * The routes that all connected accounts share, for an admin; each provider has its own names for them.
 *
 * @param parts.name the provider's
 * @param parts.faults how many faults its demo stand-in has
 */
export const connectionRoutes = <const Path extends `/api/${string}`>(
  path: Path,
  { name, faults }: { name: string; faults: number },
) =>
  defineRoutes({
    account: {
      method: "GET",
      path: `${path}/oauth-account`,
      summary: `The company's connection with ${name}, or where to give the permission.`,
      access: "companyAdmin",
      reply: connectionAccount,
      problems: [],
    },
    connect: {
      method: "POST",
      path: `${path}/oauth-connect`,
      summary: `Ends what the consent page of ${name} began. Each state works once, for 10 minutes, for who started it.`,
      access: "companyAdmin",
      body: connectionConsent,
      reply: connectionAccount,
      problems: ["connectionStale", "providerFailed"],
    },
    refresh: {
      method: "POST",
      path: `${path}/oauth-account-refresh`,
      summary: `Renews the permission of ${name} at once and reads the account again.`,
      access: "companyAdmin",
      reply: connectionAccount,
      problems: ["providerFailed"],
    },
    disconnect: {
      method: "POST",
      path: `${path}/oauth-disable`,
      summary: `Ends the connection with ${name}, also while it is down. Answers whether there was one.`,
      access: "companyAdmin",
      reply: z.boolean(),
      problems: [],
    },
    clearCache: {
      method: "POST",
      path: `${path}/clear-cached-data`,
      summary: `Forgets what is cached from ${name}; leads and estimates keep theirs.`,
      access: "companyAdmin",
      reply: z.boolean(),
      problems: [],
    },
    rehearse: {
      method: "POST",
      path: `${path}/rehearsal`,
      summary: `Tells the demo stand-in of ${name} what to do wrong. There is none in production.`,
      access: "companyAdmin",
      body: z.strictObject({ faults: z.array(rehearsalFault).max(faults) }),
      reply: connectionAccount,
      problems: ["notFound"],
    },
  });
