import { DOCUMENT_LABELS } from "@ridgebook/contract";
import type { DocumentModel, PaperFault, SignedPaper } from "@ridgebook/documents";
import { Link } from "@tanstack/react-router";
import { changeOrderPath, estimatePath, linkTo } from "#features/documents/paths.ts";
import { PaperNotice } from "#features/documents/signing/paper-notice.tsx";
import { signedSentence, whenSigned } from "#features/documents/signing/papers-before.ts";
import type { useSigningLook } from "#features/documents/signing/use-signing-look.ts";

/** What somebody must know, or put right, before anybody signs; at the top of the paper. */
export function ReviewNotices({
  faults,
  clockText,
  model,
  look: { beside, builtFor, isEstimateDeleted, accept },
  estimateId,
  onEdit,
  onKept,
}: {
  faults: readonly PaperFault[];
  /** What is said of the device's clock. */
  clockText: string | undefined;
  model: DocumentModel;
  look: Pick<ReturnType<typeof useSigningLook>, "beside" | "builtFor" | "isEstimateDeleted" | "accept">;
  estimateId: number;
  onEdit: () => void;
  onKept: () => void;
}) {
  const at = { timeZone: model.company.timeZone, today: model.date };
  const label = DOCUMENT_LABELS[model.kind].toLowerCase();
  const contract = beside.at(-1);
  return (
    <>
      {faults.map((fault) => (
        <PaperNotice
          key={`${fault.rule} ${fault.place} ${fault.message}`}
          tone="bad"
          action={
            isAboutPromotion(fault) ? (
              <Link {...linkTo(estimatePath(estimateId))} onClick={onKept}>
                Promotion
              </Link>
            ) : (
              <button type="button" onClick={onEdit}>
                Change the {label}
              </button>
            )
          }
        >
          {fault.message}
        </PaperNotice>
      ))}
      {clockText !== undefined && <PaperNotice tone="warn">{clockText}</PaperNotice>}
      {isEstimateDeleted && (
        <PaperNotice tone="warn">
          This estimate was deleted in the office. What is signed here is kept, and the estimate comes back with it.
        </PaperNotice>
      )}
      {builtFor.length > 0 && (
        <PaperNotice tone="warn">
          {builtFor.map((paper) => signedSentence(paper, at)).join(" ")} {builtAgain(builtFor)} Read it again before
          anybody signs.
        </PaperNotice>
      )}
      {contract && (
        <PaperNotice
          tone="warn"
          action={
            <>
              <Link {...linkTo(changeOrderPath(estimateId, contract.id))} onClick={onKept}>
                Make a change order
              </Link>
              <button type="button" onClick={accept}>
                Sign this one nevertheless
              </button>
            </>
          }
        >
          A contract of this work was signed {whenSigned(contract.createdTime, at)}. Make a change order instead? Signed
          nevertheless, this one is marked for the office, and the contract that the server received first stands.
        </PaperNotice>
      )}
    </>
  );
}

const builtAgain = (papers: readonly SignedPaper[]): string =>
  papers.some(({ kind }) => kind === "contract")
    ? "This change order changes that contract now."
    : "This change order begins with what is agreed now.";

/** Where it is put right: the promotion stands with the estimate's payment, everything else with the choices of the paper. */
const isAboutPromotion = ({ message }: PaperFault): boolean => /promotion/i.test(message);
