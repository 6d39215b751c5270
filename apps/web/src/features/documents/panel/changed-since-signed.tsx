import { changedLineText, changesSinceSigned, type ChangesSinceSigned } from "@ridgebook/documents";
import { IconFileDiff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useDocumentWork, type DocumentWork } from "#features/documents/document-work.tsx";
import { changedText } from "#features/documents/panel/changed-text.ts";
import classes from "#features/documents/panel/panel.module.css";
import { changeOrderPath, linkTo } from "#features/documents/paths.ts";
import { signedWorkOf } from "#features/documents/signing/papers-before.ts";
import { namedWorkflows } from "#features/documents/create/document-source.ts";
import { ChangedLines } from "#features/documents/panel/changed-lines.tsx";
import type { LocalDocument } from "#local-data/documents/document-store.ts";

/** Shows how the estimate differs from each signed contract, by price and line, and links to the change order (DOC-06). */
export function ChangedSinceSigned({ documents }: { documents: readonly LocalDocument[] }) {
  const work = useDocumentWork();
  const { estimate } = work;
  const changed = useMemo(
    () =>
      signedWorkOf(documents).flatMap((signed) => {
        const changes = readChanges(work, signed);
        return changes ? [{ contract: signed.contract, changes }] : [];
      }),
    [work, documents],
  );
  return changed.map(({ contract: { id, data }, changes }) => (
    <div key={id} className={`rb-row ${classes.changed}`} role="status">
      <IconFileDiff size={20} stroke={1.75} aria-hidden />
      <div className={classes.changedText}>
        <p>{changedText({ number: data["number"] ?? "", change: changes.difference })}</p>
        <ChangedLines lines={changes.lines.map((line) => `${line.work}: ${changedLineText(line)}`)} />
      </div>
      <Link {...linkTo(changeOrderPath(estimate.id, id))} className={classes.changedAction}>
        Make a change order
      </Link>
    </div>
  ));
}

/** Undefined if nothing has changed. */
function readChanges(
  { estimate, book, workflows }: DocumentWork,
  changed: ReturnType<typeof signedWorkOf>[number],
): ChangesSinceSigned | undefined {
  try {
    const source = { estimate, book: book.indexed, workflows: namedWorkflows(workflows), changed };
    const changes = changesSinceSigned(source);
    return changes.difference === 0 && changes.lines.length === 0 ? undefined : changes;
  } catch {
    // Made by another version or by hand: the list shows it anyway, and a change order to it reports what is unreadable.
    return undefined;
  }
}
