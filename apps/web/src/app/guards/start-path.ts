import { isCompanyAdmin, Problem, type SessionUser } from "@ridgebook/contract";
import { waitAtMost } from "#app/session/wait-at-most.ts";
import { isStartPage, keepMovingIn, readKeptMovingIn } from "#features/moving-in/kept-moving-in.ts";
import type { ServerClient } from "#server-client/server-client.ts";
import type { KeptTexts } from "#ui/kept-texts.ts";

const LEADS_PATH = "/estimator/leads";
const START_PATH = "/estimator/start";

/** Leads are readable without the server, so do not wait for it before showing them. Only needed while no lead is stored. */
const PATIENCE_MS = 5_000;

/**
 * The start of the sales area: the guided list for an admin of a company without leads and signed documents, else the leads (ROUTE-25, MOVE-04). The
 * server is asked only while the device knows no reason against the list.
 */
export async function startPath({
  user,
  isOnline,
  client,
  texts,
}: {
  user: SessionUser | undefined;
  isOnline: boolean;
  client: Pick<ServerClient, "call">;
  texts: Pick<KeptTexts, "read" | "keep">;
}): Promise<string> {
  if (!user || !isCompanyAdmin(user) || !isOnline) return LEADS_PATH;
  const kept = readKeptMovingIn(texts, user);
  if (kept && !isStartPage(kept)) return LEADS_PATH;
  const asking = client.call("getMovingIn", {}).then(
    (facts) => {
      keepMovingIn(texts, user, facts);
      return facts;
    },
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return undefined;
    },
  );
  const facts = await waitAtMost({ work: asking, ms: PATIENCE_MS });
  return facts !== undefined && facts !== "late" && isStartPage(facts) ? START_PATH : LEADS_PATH;
}
