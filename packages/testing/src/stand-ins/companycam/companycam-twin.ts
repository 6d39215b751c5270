import { createStorageOauth, type StorageOauth } from "#stand-ins/storage/storage-oauth.ts";
import { startOauthTwin } from "#stand-ins/storage/oauth-twin.ts";
import { twinOptions, type TwinOptions, type TwinServer } from "#stand-ins/twin-server.ts";
import { answerCompanyCamApi, answerPicture, makeProjects, type TwinProject } from "./companycam-api.ts";
import { COMPANYCAM_CASES, type CompanyCamCaseName } from "./companycam-cases.ts";

export interface CompanyCamTwin extends TwinServer<CompanyCamCaseName> {
  readonly consentUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly oauth: StorageOauth;
  readonly projects: TwinProject[];
}

/** Starts a stand-in of CompanyCam on this machine: consent page, tokens, projects with photos, and their pictures. */
export async function startCompanyCamTwin(given: TwinOptions = {}): Promise<CompanyCamTwin> {
  const options = twinOptions(given);
  const projects = makeProjects();
  const oauth = createStorageOauth({
    ...options,
    accessSeconds: 7_200,
    filesScope: "read",
    isRotating: true,
    prefixes: { access: "cc_at_", refresh: "cc_rt_" },
    givesRefresh: () => true,
    extra: () => ({}),
  });
  const server = await startOauthTwin<CompanyCamCaseName>({
    ...options,
    cases: COMPANYCAM_CASES,
    oauth,
    words: { name: "CompanyCam", account: "Summit Exteriors", asks: "see", things: "photos" },
    usual: {
      endedGrant: "invalidGrant",
      endedAccess: "unauthorized",
      refused: "forbidden",
      tooManyCalls: "tooManyCalls",
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
  // Spread once, getters would be read once.
  return Object.assign(server, {
    oauth,
    projects,
    apiUrl: `${baseUrl}/v2`,
    consentUrl: `${path}/authorize`,
    tokenUrl: `${path}/token`,
    revokeUrl: `${path}/revoke`,
  });
}
