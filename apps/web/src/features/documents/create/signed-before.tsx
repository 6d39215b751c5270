import { dayOf, type SignedPaper } from "@ridgebook/documents";
import { Link } from "@tanstack/react-router";
import { paperTime } from "#features/documents/create/document-source.ts";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { changeOrderPath, linkTo } from "#features/documents/paths.ts";
import { PaperNotice } from "#features/documents/signing/paper-notice.tsx";
import { signedSentence } from "#features/documents/signing/papers-before.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** Warns before a new contract that the work already has a signed one, and links to the change order. */
export function SignedBefore({ papers, onLeave }: { papers: readonly SignedPaper[]; onLeave: () => void }) {
  const { estimate } = useDocumentWork();
  const { timeZone } = useSession();
  const localData = useLocalData();
  const paper = papers.at(-1);
  if (!paper) return null;
  const today = dayOf(paperTime(localData), timeZone);
  return (
    <PaperNotice
      tone="warn"
      action={
        <Link {...linkTo(changeOrderPath(estimate.id, paper.id))} onClick={onLeave}>
          Make a change order
        </Link>
      }
    >
      {signedSentence(paper, { timeZone, today })} A change order changes what was agreed. A second contract of the same
      work is marked for the office.
    </PaperNotice>
  );
}
