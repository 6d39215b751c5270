import { createStorageOauth, type StorageOauth } from "#stand-ins/storage/storage-oauth.ts";
import { startTwinServer, type TwinServer } from "#stand-ins/storage/twin-server.ts";
import { answerCompanyCamApi, answerPicture, makeProjects, type TwinProject } from "./companycam-api.ts";
import { COMPANYCAM_CASES, type CompanyCamCaseName } from "./companycam-cases.ts";

export interface CompanyCamTwin extends TwinServer<CompanyCamCaseName> {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly consentUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly oauth: StorageOauth<CompanyCamCaseName>;
  readonly projects: TwinProject[];
}

/** Starts a stand-in of CompanyCam on this machine: consent page, tokens, projects with photos, and their pictures. */
export async function startCompanyCamTwin({
  clientId = "ridgebook-demo",
  clientSecret = "demo-secret-of-nobody",
  accessSeconds = 7_200,
  slowMs = 6_000,
  acceptsFormer = false,
  port = 0,
  now = Date.now,
}: {
  clientId?: string;
  clientSecret?: string;
  accessSeconds?: number;
  slowMs?: number;
  acceptsFormer?: boolean;
  port?: number;
  now?: () => number;
} = {}): Promise<CompanyCamTwin> {
  const projects = makeProjects();
  const oauth = createStorageOauth<CompanyCamCaseName>({
    ...{ clientId, clientSecret, accessSeconds, acceptsFormer, now, filesScope: "read", isRotating: true },
    prefixes: { access: "cc_at_", refresh: "cc_rt_" },
    givesRefresh: () => true,
    named: {
      ...{ invalidClient: "invalidClient", invalidGrant: "invalidGrant", invalidScope: "invalidScope" },
      unsupportedGrant: "unsupportedGrantType",
    },
    extra: () => ({}),
  });
  const server = await startTwinServer<CompanyCamCaseName>({
    ...{ name: "CompanyCam", account: "Summit Exteriors", cases: COMPANYCAM_CASES, oauth, slowMs, port },
    ...{ asks: "see", things: "photos" },
    usual: {
      ...{ accessDenied: "accessDenied", unknownClient: "unknownClient", endedGrant: "invalidGrant" },
      ...{ endedAccess: "unauthorized", refused: "forbidden", tooManyCalls: "tooManyCalls" },
    },
    consentPath: /^\/oauth\/authorize$/,
    tokenPath: /^\/oauth\/token$/,
    answerOpen: (request) => {
      if (request.url.pathname !== "/oauth/revoke") return answerPicture(projects, request);
      oauth.revoke(new URLSearchParams(request.body.toString("utf8")).get("token") ?? "");
      return { json: {} };
    },
    answerApi: (request) => answerCompanyCamApi(projects, request),
  });
  const { baseUrl } = server;
  const path = `${baseUrl}/oauth`;
  return Object.assign(server, {
    ...{ clientId, clientSecret, oauth, projects, apiUrl: `${baseUrl}/v2` },
    ...{ consentUrl: `${path}/authorize`, tokenUrl: `${path}/token`, revokeUrl: `${path}/revoke` },
  });
}
