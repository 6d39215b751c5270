import { leadFieldsOf, type DocumentKind } from "@ridgebook/contract";
import { initialChoices, type DocumentChoices, type DocumentSource } from "@ridgebook/documents";
import { useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import type { EntryProblems } from "#features/documents/choices/number-entry.tsx";
import { valuesToDraft } from "#features/documents/create/document-draft.ts";
import { documentSource, newMoment, paperTime, type Moment } from "#features/documents/create/document-source.ts";
import type { Agreed } from "#features/documents/create/frozen-document.ts";
import type { DocumentForm } from "#features/documents/create/open-document-form.ts";
import type { DocumentWork } from "#features/documents/document-work.tsx";
import { standingContractsOf } from "#features/documents/signing/papers-before.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { useSession } from "#server-client/session-context.tsx";

/** The choices with defaults, and the source that the paper is built from. */
export function useChoices({
  form,
  lead,
  kind,
  work,
}: {
  form: DocumentForm;
  lead: LocalLead;
  kind: DocumentKind;
  work: DocumentWork;
}) {
  const localData = useLocalData();
  const { profile, user } = useSession();
  const { contract: asked } = useSearch({ strict: false });
  const found = useLocalQuery("users", () => localData.users.find(user?.id ?? 0), [localData, user?.id]).value;
  const person = profile ?? found;
  const [moment, setMoment] = useState<Moment>(() => newMoment(work.settings, paperTime(localData)));
  const [documents, setDocuments] = useState(form.documents);
  const contracts = useMemo(() => (kind === "changeOrder" ? standingContractsOf(documents) : []), [kind, documents]);
  const { madeFrom } = form;
  const sourceWith = useCallback(
    ({ contractId: id, documents: known, moment: made }: Agreed & { moment: Moment }): DocumentSource => {
      const contract = standingContractsOf(known).find((each) => kind === "changeOrder" && each.id === id);
      return documentSource({ work, lead, person, madeFrom, contract, documents: known, moment: made });
    },
    [kind, work, lead, person, madeFrom],
  );

  const [opened] = useState(() => {
    const wanted = contracts.find(({ id }) => String(id) === asked)?.id ?? contracts[0]?.id;
    const start: DocumentChoices = initialChoices(sourceWith({ contractId: wanted, documents, moment }), kind, {
      madeFromChoices: form.madeFromChoices,
    });
    const draft = valuesToDraft(form.kept, { start, lead: leadFieldsOf(lead) });
    const isKnown = draft?.contractId === undefined || contracts.some(({ id }) => id === draft.contractId);
    return { start, draft: isKnown ? draft : undefined, contractId: wanted };
  });
  const [contractId, setContractId] = useState(opened.draft?.contractId ?? opened.contractId);
  const [choices, setChoices] = useState(opened.draft?.choices ?? opened.start);
  const [entryProblems, setEntryProblems] = useState<EntryProblems>({});
  const [isRestored, setIsRestored] = useState(opened.draft !== undefined);
  /** A new number remounts all fields. */
  const [formKey, setFormKey] = useState(0);
  const source = useMemo(
    () => sourceWith({ contractId, documents, moment }),
    [sourceWith, contractId, documents, moment],
  );

  const change = useCallback((changed: object) => setChoices((before) => ({ ...before, ...changed })), []);
  const onProblem = useCallback(
    (field: string, message: string | undefined) =>
      setEntryProblems((before) => {
        if (before[field] === message) return before;
        const { [field]: _former, ...others } = before;
        return message === undefined ? others : { ...others, [field]: message };
      }),
    [],
  );
  const reset = (): void => {
    setChoices(opened.start);
    setContractId(opened.contractId);
    setEntryProblems({});
    setIsRestored(false);
    setFormKey((key) => key + 1);
  };
  return {
    source,
    sourceWith,
    choices,
    change,
    start: opened.start,
    startContractId: opened.contractId,
    contractId,
    setContractId,
    contracts,
    documents,
    setAgreed: (agreed: Agreed): void => {
      setDocuments(agreed.documents);
      setContractId(agreed.contractId);
    },
    moment,
    setMoment,
    entryProblems,
    onProblem,
    signing: opened.draft?.signing,
    isRestored,
    reset,
    formKey,
  };
}
