import { changeSinceSigned } from "@ridgebook/documents";
import { IconFileDiff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { asStored } from "#features/documents/create/document-source.ts";
import { changeableContracts, changeOrdersOf } from "#features/documents/document-relations.ts";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { changedText } from "#features/documents/panel/changed-text.ts";
import classes from "#features/documents/panel/panel.module.css";
import { changeOrderPath, linkTo } from "#features/documents/paths.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";

/** Says of each signed contract that the estimate has come to another price since, and leads to the change order (DOC-06). */
export function ChangedSinceSigned({ documents }: { documents: readonly LocalDocument[] }) {
  const { estimate } = useDocumentWork();
  const changed = useMemo(
    () =>
      changeableContracts(documents).flatMap((contract) => {
        const change = readChange({ estimate, contract, documents });
        return change === 0 ? [] : [{ contract, change }];
      }),
    [estimate, documents],
  );
  return changed.map(({ contract: { id, data }, change }) => (
    <div key={id} className={classes.changed} role="status">
      <IconFileDiff size={20} stroke={1.75} aria-hidden />
      <p>{changedText({ number: data["number"] ?? "", change })}</p>
      <Link {...linkTo(changeOrderPath(estimate.id, id))} className={classes.changedAction}>
        Make a change order
      </Link>
    </div>
  ));
}

function readChange({
  estimate,
  contract,
  documents,
}: {
  estimate: ReturnType<typeof useDocumentWork>["estimate"];
  contract: LocalDocument;
  documents: readonly LocalDocument[];
}): number {
  const changeOrders = changeOrdersOf(contract.id, documents).map(asStored);
  try {
    return changeSinceSigned({ estimate, changed: { contract: asStored(contract), changeOrders } });
  } catch {
    // Made by another version or by hand: the list shows it all the same, and a change order to it says what cannot be read.
    return 0;
  }
}
