import { DOCUMENT_LABELS, SIGNATURE_KEYS } from "@ridgebook/contract";
import { readModel } from "@ridgebook/documents";
import { IconWritingSign } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { isAlreadyMade } from "#features/documents/create/document-draft.ts";
import classes from "#features/documents/panel/panel.module.css";
import { changeOrderPath, createPath, linkTo } from "#features/documents/paths.ts";
import { openSigningText } from "#features/documents/signing/open-signing-text.ts";
import { readTaken } from "#features/documents/signing/taken-signature.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { documentOfDraft } from "#local-data/estimates/document-draft-ids.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";

interface OpenSigning {
  readonly key: string;
  readonly text: string;
  readonly path: string;
}

/** Partly signed papers of an estimate on this device, each with a link to continue. */
export function OpenSignings({ estimateId, documents }: { estimateId: number; documents: readonly LocalDocument[] }) {
  const localData = useLocalData();
  const { data } = useQuery({
    queryKey: ["open-signings", estimateId, documents.length],
    queryFn: () => readOpenSignings(localData, estimateId, documents),
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  return data?.map(({ key, text, path }) => (
    <div key={key} className={`rb-row ${classes.changed}`} role="status">
      <IconWritingSign size={20} stroke={1.75} aria-hidden />
      <p className={classes.changedText}>{text}</p>
      <Link {...linkTo(path)} className={classes.changedAction}>
        Continue signing
      </Link>
    </div>
  ));
}

async function readOpenSignings(
  { estimates: { drafts } }: Pick<LocalData, "estimates">,
  estimateId: number,
  documents: readonly LocalDocument[],
): Promise<readonly OpenSigning[]> {
  const found: OpenSigning[] = [];
  for (const copyKey of await drafts.list(estimateId)) {
    const named = documentOfDraft(copyKey);
    const values = named && (await drafts.read({ estimateId, copyKey }))?.values;
    if (!named || !values || isAlreadyMade(values, named.kind, documents)) continue;
    const text = textOf(values.signing);
    if (text === undefined) continue;
    const { contractId } = values;
    const path =
      named.kind === "changeOrder" && typeof contractId === "number"
        ? changeOrderPath(estimateId, contractId)
        : createPath(estimateId, named.kind, named.sourceId);
    found.push({ key: copyKey, text, path });
  }
  return found;
}

/** Undefined if no one has signed, or the draft is unreadable: then it must be signed again. */
function textOf(signing: unknown): string | undefined {
  if (typeof signing !== "object" || signing === null) return undefined;
  const data = signing as Record<string, string>;
  try {
    const { closing, kind, number } = readModel(data);
    const taken = readTaken(data["taken"] ?? "");
    if (!SIGNATURE_KEYS.some((key) => taken[key])) return undefined;
    return openSigningText({ paper: `${DOCUMENT_LABELS[kind]} ${number}`, slots: closing?.signatures ?? [], taken });
  } catch {
    return undefined;
  }
}
