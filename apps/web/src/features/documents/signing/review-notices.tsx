import { DOCUMENT_LABELS } from "@ridgebook/contract";
import type { DocumentModel, PaperFault, SignedPaper } from "@ridgebook/documents";
import { Link } from "@tanstack/react-router";
import { changeOrderPath, estimatePath, linkTo } from "#features/documents/paths.ts";
import { PaperNotice } from "#features/documents/signing/paper-notice.tsx";
import { signedSentence, whenSigned } from "#features/documents/signing/papers-before.ts";
import type { useSigningLook } from "#features/documents/signing/use-signing-look.ts";

/** Warnings and errors before signing, at the top of the paper. */
export function ReviewNotices({
  faults,
  clockText,
  model,
  look: { beside, builtFor, isEstimateDeleted, accept },
  stale,
  signedNames,
  isWhole,
  onNewPaper,
  estimateId,
  onEdit,
}: {
  faults: readonly PaperFault[];
  /** The warning about the device's clock. */
  clockText: string | undefined;
  model: DocumentModel;
  look: Pick<ReturnType<typeof useSigningLook>, "beside" | "builtFor" | "isEstimateDeleted" | "accept">;
  /** What has changed since the first signature. */
  stale: readonly string[];
  /** "Karen Whitfield has" */
  signedNames: string;
  /** Everyone has signed. */
  isWhole: boolean;
  onNewPaper: () => void;
  estimateId: number;
  onEdit: () => void;
}) {
  const at = { timeZone: model.company.timeZone, today: model.date };
  const label = DOCUMENT_LABELS[model.kind].toLowerCase();
  const contract = beside.at(-1);
  return (
    <>
      {faultGroups(faults).map(({ way, messages }) => (
        <PaperNotice
          key={way ?? "paper"}
          tone="bad"
          action={
            way ? (
              <Link {...linkTo(estimatePath(estimateId))}>{way}</Link>
            ) : (
              <button type="button" onClick={onEdit}>
                Change the {label}
              </button>
            )
          }
        >
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </PaperNotice>
      ))}
      {stale.length > 0 && (
        <PaperNotice
          tone="warn"
          action={
            <button type="button" onClick={onNewPaper}>
              Make a new paper
            </button>
          }
        >
          <p>
            {signedNames} signed this {label}, and then something else was agreed. {stale.join(" ")}
          </p>
          <p>
            {isWhole
              ? `Everybody has signed it, and the ${label} can be finished as it is. A new paper has a new number, and everybody signs again.`
              : "All sign the same: a new paper has a new number, and everybody signs it."}
          </p>
        </PaperNotice>
      )}
      {clockText !== undefined && <PaperNotice tone="warn">{clockText}</PaperNotice>}
      {isEstimateDeleted && (
        <PaperNotice tone="warn">
          This estimate was deleted in the office. What is signed here is kept, and the estimate comes back with it.
        </PaperNotice>
      )}
      {builtFor.length > 0 && (
        <PaperNotice tone="warn">
          {builtFor.map((paper) => signedSentence(paper, at)).join(" ")} {builtAgain(builtFor, model)} Read it again
          before anybody signs.
        </PaperNotice>
      )}
      {contract && (
        <PaperNotice
          tone="warn"
          action={
            <>
              <Link {...linkTo(changeOrderPath(estimateId, contract.id))}>Make a change order</Link>
              <button type="button" onClick={accept}>
                Sign this one anyway
              </button>
            </>
          }
        >
          A contract of this work was signed {whenSigned(contract.createdTime, at)}. Make a change order instead? If you
          sign this one anyway, it is marked for the office, and the contract that the server received first counts.
        </PaperNotice>
      )}
    </>
  );
}

function builtAgain(papers: readonly SignedPaper[], { kind: own }: Pick<DocumentModel, "kind">): string {
  if (own === "contract") return "This contract replaces it as well.";
  return papers.some(({ kind }) => kind === "contract")
    ? "This change order changes that contract now."
    : "This change order begins with what is agreed now.";
}

/** Decisions of the estimate rather than the paper. */
const WAYS = [
  ["Promotion", /promotion/i],
  ["Discount", /discount/i],
  ["Down payment", /down payment/i],
] as const;

type Way = (typeof WAYS)[number][0] | undefined;

const wayOf = ({ message }: PaperFault): Way => WAYS.find(([, words]) => words.test(message))?.[0];

/** A negative amount caused by a promotion, discount or down payment is fixed there. */
const FOLLOWING_RULES: ReadonlySet<string> = new Set(["price-not-negative", "amounts-not-negative"]);

/** Faults by where they are fixed; undefined is the paper's choices. */
function faultGroups(faults: readonly PaperFault[]): readonly { way: Way; messages: readonly string[] }[] {
  const cause = faults.map(wayOf).find((way) => way !== undefined);
  const groups = new Map<Way, Set<string>>();
  for (const fault of faults) {
    const way = wayOf(fault) ?? (FOLLOWING_RULES.has(fault.rule) ? cause : undefined);
    groups.set(way, (groups.get(way) ?? new Set()).add(fault.message));
  }
  return [...groups].map(([way, messages]) => ({ way, messages: [...messages] }));
}
