import {
  readGiven,
  startTwinServer,
  TWIN_CLIENT,
  twinOptions,
  type TwinOptions,
  type TwinServer,
} from "#stand-ins/twin-server.ts";
import { answerApi } from "./hover-api.ts";
import { HOVER_CASES, type HoverCaseName } from "./hover-cases.ts";
import { makeHoverJobs, type TwinJob } from "./hover-jobs-data.ts";
import { createTwinOauth, type TwinOauth } from "./hover-oauth.ts";

export interface HoverTwin extends TwinServer<HoverCaseName> {
  readonly jobs: TwinJob[];
  readonly oauth: TwinOauth;
}

const MINUTE_MS = 60_000;

/** Starts a stand-in of Hover on this machine: consent page, tokens, jobs, measurements and limits. */
export async function startHoverTwin({
  callsAMinute = 120,
  ...given
}: TwinOptions & { callsAMinute?: number } = {}): Promise<HoverTwin> {
  const options = twinOptions(given);
  const jobs = makeHoverJobs();
  const oauth = createTwinOauth(options);
  let calls: number[] = [];

  /** Whether the call exceeds the limit per minute. */
  function isOverLimit(): boolean {
    const time = options.now();
    calls = [...calls.filter((earlier) => earlier > time - MINUTE_MS), time];
    return calls.length > callsAMinute;
  }

  const server = await startTwinServer<HoverCaseName>({
    ...options,
    ...TWIN_CLIENT,
    cases: HOVER_CASES,
    consent: {
      path: /^\/oauth\/authorize$/,
      words: { name: "Hover", account: "Hover organization 55012", asks: "read", things: "jobs and measurements" },
      allow: (asked) => ({ code: oauth.giveCode(asked.get("redirect_uri") ?? "") }),
      denied: { error_description: "The resource owner or authorization server denied the request." },
    },
    decide(request, faults) {
      const { url, authorization } = request;
      if (url.pathname === "/oauth/token")
        return faults.includes("expires") ? { named: "invalidGrant" } : oauth.answerToken(readGiven(request));
      if (faults.includes("limits") || isOverLimit()) return { named: "tooManyCalls" };
      if (faults.includes("expires") || !oauth.isGood(/^Bearer (\S+)$/.exec(authorization ?? "")?.[1]))
        return { named: "invalidToken" };
      return faults.includes("refuses") ? { named: "forbidden" } : answerApi(jobs, url);
    },
  });
  return Object.assign(server, { jobs, oauth });
}
