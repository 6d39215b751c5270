import { movingIn, type CompanyId, type MovingIn, type UserId } from "@ridgebook/contract";
import type { KeptTexts } from "#ui/kept-texts.ts";

const KEY = "ridgebook-moving-in";

/** Whose list it is. */
interface MovingInOwner {
  readonly id: UserId;
  readonly companyId: CompanyId | null;
}

const ownerText = ({ id, companyId }: MovingInOwner): string => `${String(companyId)}/${String(id)}`;

/** What the server last said, for a start without it; undefined where it was another person's or company's, or is from another version. */
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

/** For a logout: nothing of the company stays on the device. */
export const forgetMovingIn = (texts: Pick<KeptTexts, "keep">): void => texts.keep(KEY, "");

/** Whether the list is still on its way to the first signature, and the person has not put it away. */
const isListShown = ({ hasSignedDocument, isHidden }: MovingIn): boolean => !hasSignedDocument && !isHidden;

/** Whether an admin begins with the list. Once there are leads, those come first. */
export const isStartPage = (facts: MovingIn): boolean => isListShown(facts) && facts.leads === 0;
