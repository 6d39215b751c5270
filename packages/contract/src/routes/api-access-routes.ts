import { z } from "zod";
import {
  credential,
  credentialChange,
  credentialIdInText,
  credentialInput,
  integrationAccess,
  integrationTokenReset,
  tokenAccess,
} from "#entities/api-access.ts";
import { defineRoutes } from "./define-routes.ts";

const TOKEN_PATH = "/api/integration/token";
const CREDENTIAL_PATH = "/api/credential";
const CREDENTIAL_BY_ID = "/api/credential/:id";

const decryptQuery = z.object({
  decrypt: z
    .enum(["true", "false"], "decrypt must be true or false.")
    .transform((value) => value === "true")
    .optional(),
});
const params = z.object({ id: credentialIdInText });

export const apiAccessRoutes = defineRoutes({
  getIntegrationAccess: {
    method: "GET",
    path: TOKEN_PATH,
    summary: "The company's integration token: prefix, age, last use and what it may do. Never the token itself.",
    access: "companyAdmin",
    reply: integrationAccess,
    problems: [],
  },
  resetIntegrationToken: {
    method: "POST",
    path: "/api/integration/reset-token",
    summary: "Creates a new integration token and returns it once. The former ends at once, or after keepFormerDays.",
    access: "companyAdmin",
    body: integrationTokenReset,
    reply: z.object({ token: z.string() }),
    problems: [],
  },
  updateIntegrationAccess: {
    method: "PUT",
    path: TOKEN_PATH,
    summary: "Changes what the integration token may do, for the next call it makes.",
    access: "companyAdmin",
    body: z.strictObject({ access: tokenAccess }),
    reply: integrationAccess,
    problems: [],
  },
  endIntegrationToken: {
    method: "DELETE",
    path: TOKEN_PATH,
    summary: "Ends the integration token and the former one at once.",
    access: "companyAdmin",
    reply: z.void(),
    problems: [],
  },
  listCredentials: {
    method: "GET",
    path: CREDENTIAL_PATH,
    summary: "The stored credentials by name; with decrypt=true, with their secrets.",
    access: "companyAdmin",
    query: decryptQuery,
    reply: z.array(credential),
    problems: [],
  },
  getCredential: {
    method: "GET",
    path: CREDENTIAL_BY_ID,
    summary: "One credential; with decrypt=true, with its secret.",
    access: "companyAdmin",
    params,
    query: decryptQuery,
    reply: credential,
    problems: ["notFound"],
  },
  createCredential: {
    method: "POST",
    path: CREDENTIAL_PATH,
    summary: "Stores a credential; its secret is encrypted.",
    access: "companyAdmin",
    body: credentialInput,
    takesRecord: true,
    reply: credential,
    problems: [],
  },
  updateCredential: {
    method: "PUT",
    path: CREDENTIAL_PATH,
    summary: "Changes the credential that the body names. Without a secret, the stored one stays.",
    access: "companyAdmin",
    body: credentialChange,
    takesRecord: true,
    reply: credential,
    problems: ["notFound"],
  },
  deleteCredential: {
    method: "DELETE",
    path: CREDENTIAL_BY_ID,
    summary: "Deletes a credential.",
    access: "companyAdmin",
    params,
    reply: z.void(),
    problems: ["notFound"],
  },
});
