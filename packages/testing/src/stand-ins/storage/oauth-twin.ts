import type { ConsentWords } from "#stand-ins/twin-page.ts";
import type { TwinReply } from "#stand-ins/twin-reply.ts";
import {
  startTwinServer,
  TWIN_CLIENT,
  type ConsentCase,
  type TwinRequest,
  type TwinServer,
  type TwinServerParts,
} from "#stand-ins/twin-server.ts";
import type { OauthCase, StorageOauth } from "./storage-oauth.ts";

interface OauthTwinParts<Name extends string> extends Omit<
  TwinServerParts<Name>,
  "clientId" | "clientSecret" | "consent" | "decide"
> {
  readonly words: ConsentWords;
  /** Which cases the twin answers with where all of them meet the same. */
  readonly usual: Readonly<Record<"endedGrant" | "endedAccess" | "refused" | "tooManyCalls", Name>>;
  readonly oauth: StorageOauth;
  readonly consentPath: RegExp;
  readonly tokenPath: RegExp;
  /** Calls without a token, such as chunks of an upload; undefined for a call that needs one. */
  readonly answerOpen: (request: TwinRequest) => TwinReply<Name> | undefined;
  /** Of a call whose token counts. */
  readonly answerApi: (request: TwinRequest) => TwinReply<Name>;
}

/** Starts a stand-in with the consent, tokens and faults that Google, Microsoft and CompanyCam share. */
export function startOauthTwin<Name extends string>({
  words,
  usual,
  oauth,
  consentPath,
  tokenPath,
  answerOpen,
  answerApi,
  ...parts
}: OauthTwinParts<Name | OauthCase | ConsentCase>): Promise<TwinServer<Name | OauthCase | ConsentCase>> {
  return startTwinServer<Name | OauthCase>({
    ...parts,
    ...TWIN_CLIENT,
    consent: {
      path: consentPath,
      words: { ...words, canBePartly: true },
      mayAsk: (asked) => oauth.mayAsk(asked),
      allow: (asked, given) => ({ code: oauth.giveCode(asked, { isPartly: given.get("decision") === "partly" }) }),
    },
    decide(request, faults) {
      if (tokenPath.test(request.url.pathname))
        return faults.includes("expires")
          ? { named: usual.endedGrant }
          : oauth.answerToken(new URLSearchParams(request.body.toString("utf8")));
      if (faults.includes("limits")) return { named: usual.tooManyCalls };
      if (faults.includes("refuses")) return { named: usual.refused };
      const open = answerOpen(request);
      if (open) return open;
      const [, token] = /^Bearer (\S+)$/.exec(request.authorization ?? "") ?? [];
      if (faults.includes("expires") || !oauth.isGood(token)) return { named: usual.endedAccess };
      return answerApi(request);
    },
  });
}
