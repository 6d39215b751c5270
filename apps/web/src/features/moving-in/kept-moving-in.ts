import { movingIn, type CompanyId, type MovingIn, type UserId } from "@ridgebook/contract";
import type { KeptTexts } from "#ui/kept-texts.ts";

const KEY = "ridgebook-moving-in";

/** The user and company of the list. */
interface MovingInOwner {
  readonly id: UserId;
  readonly companyId: CompanyId | null;
}

const ownerText = ({ id, companyId }: MovingInOwner): string => `${String(companyId)}/${String(id)}`;

/** The server's last answer, for an offline start; undefined if it was for another user or company, or from another version. */
export function readKeptMovingIn(texts: Pick<KeptTexts, "read">, owner: MovingInOwner): MovingIn | undefined {
  try {
    const kept = JSON.parse(texts.read(KEY) || "{}") as { owner?: unknown; facts?: unknown };
    return kept.owner === ownerText(owner) ? movingIn.safeParse(kept.facts).data : undefined;
  } catch {
    return undefined;
  }
}

export const keepMovingIn = (texts: Pick<KeptTexts, "keep">, owner: MovingInOwner, facts: MovingIn): void =>
  texts.keep(KEY, JSON.stringify({ owner: ownerText(owner), facts }));

/** For a logout: no data of the company stays on the device. */
export const forgetMovingIn = (texts: Pick<KeptTexts, "keep">): void => texts.keep(KEY, "");

/** Whether the first signature is still to come, and the user has not hidden the list. */
const isListShown = ({ hasSignedDocument, isHidden }: MovingIn): boolean => !hasSignedDocument && !isHidden;

/** Whether an admin starts on the list. Once leads exist, they start on those. */
export const isStartPage = (facts: MovingIn): boolean => isListShown(facts) && facts.leads === 0;
