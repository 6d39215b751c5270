import {
  documentKindOf,
  fullName,
  isSigned,
  NO_MAIL_SERVER,
  Problem,
  statusAfterContract,
  type EmailAddress,
} from "@ridgebook/contract";
import { reduceHtml } from "@ridgebook/documents/rich-text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { documentEmailsKey } from "#features/documents/mailed/use-document-emails.ts";
import {
  homeownersAmong,
  isHomeownersPaper,
  mergeRecipients,
  readAddresses,
} from "#features/documents/panel/read-addresses.ts";
import classes from "#features/documents/panel/panel.module.css";
import { startingMessage } from "#features/documents/panel/starting-message.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useLocalData, useLocalQuery, useSyncStatus } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useIsMailSent } from "#server-client/use-is-mail-sent.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { FullScreenOverlay } from "#ui/full-screen-overlay.tsx";
import { notices } from "#ui/notices/notices.ts";
import { RichTextEditor } from "#ui/rich-text-editor/rich-text-editor.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { TextField } from "#ui/text-field.tsx";

const NO_RECIPIENTS: readonly EmailAddress[] = [];

/** Mailing a contract to sign moves its lead to "Contract sent". */
async function noteContractSent(localData: Pick<LocalData, "leads">, document: LocalDocument): Promise<void> {
  if (documentKindOf(document.type) !== "contract" || isSigned(document)) return;
  const lead = await localData.leads.find(document.leadId);
  if (!lead) return;
  const leadStatus = statusAfterContract(lead.leadStatus, "Contract sent");
  if (leadStatus !== lead.leadStatus)
    await localData.leads.update(lead.id, { leadStatus }, { from: { leadStatus: lead.leadStatus } });
}

/** Mails a document's PDF to several addresses; online only (DOC-25, OP-70). Typed text survives going offline. */
export function EmailDialog({ document, onDismiss }: { document: LocalDocument; onDismiss: () => void }) {
  const { id, name } = document;
  const client = useClient();
  const queries = useQueryClient();
  const localData = useLocalData();
  const { settings, companyName, profile } = useSession();
  const { online } = useSyncStatus("online");
  const isMailSent = useIsMailSent();
  /** Undefined until changed: the default is the homeowner for a homeowner's paper. */
  const [ticked, setTicked] = useState<ReadonlySet<string>>();
  const [others, setOthers] = useState("");
  /** Undefined until edited. */
  const [written, setWritten] = useState<string>();
  const [error, setError] = useState("");
  const [isSending, setIsSending] = useState(false);
  const recipients = useQuery({
    queryKey: ["document-recipients", id],
    queryFn: ({ signal }) => client.call("listDocumentRecipients", { params: { id: String(id) } }, { signal }),
    enabled: online,
    retry: false,
    gcTime: 0,
  });
  const offered = recipients.data ?? NO_RECIPIENTS;
  const { value: lead, isLoading } = useLocalQuery("leads", () => localData.leads.find(document.leadId), [
    localData,
    document.leadId,
  ]);
  const chosen = ticked ?? homeownersAmong(offered, { type: document.type, email: lead?.email ?? "" });
  const message =
    written ??
    startingMessage({
      companyText: settings?.contractEmailMessage ?? "",
      firstName: isHomeownersPaper(document.type) ? (lead?.firstName ?? "") : "",
      documentName: name,
      companyName: companyName ?? "",
      sender: profile ? fullName(profile) : "",
    });

  const toggle = (email: string): void => {
    setError("");
    const next = new Set(chosen);
    if (!next.delete(email)) next.add(email);
    setTicked(next);
  };

  const send = async (): Promise<void> => {
    const read = readAddresses(others);
    const checked = "problem" in read ? read : mergeRecipients([...chosen], read.addresses);
    if ("problem" in checked) {
      setError(checked.problem);
      return;
    }
    setIsSending(true);
    try {
      await client.call("emailDocument", {
        body: { documentId: id, emailAddresses: checked.addresses, message },
      });
      if (isMailSent === false) notices.add({ message: NO_MAIL_SERVER, type: "warning" });
      else
        notices.add({
          message: `${name} is on its way to ${checked.addresses.length === 1 ? (checked.addresses[0] ?? "") : `${String(checked.addresses.length)} addresses`}`,
        });
      void queries.invalidateQueries({ queryKey: documentEmailsKey(id) });
      void noteContractSent(localData, document).catch(reportError);
      onDismiss();
    } catch (failure) {
      setError((failure instanceof Problem ? failure : new Problem("unexpected")).message);
      if (!(failure instanceof Problem)) reportError(failure);
    } finally {
      setIsSending(false);
    }
  };

  return (
    <FormDialog
      title={`E-mail ${name}`}
      {...(!online
        ? { text: "There is no signal: e-mail goes out when the server can be reached. What you typed stays." }
        : isMailSent === false && {
            text: "No mail server is set: what you send only lies in the server’s outbox folder. An admin sets one in E-mail settings.",
          })}
      submitLabel="Send"
      isWide
      isBusy={isSending}
      isBlocked={!online}
      onSubmit={() => void send()}
      onDismiss={onDismiss}
    >
      <fieldset>
        <legend className="rb-legend">To</legend>
        {recipients.isFetching && offered.length === 0 && <SkeletonRows rows={2} label="Loading the addresses" />}
        {offered.map(({ email, name }) => (
          <CheckboxField
            key={email}
            label={name === "" ? email : `${name}, ${email}`}
            checked={chosen.has(email)}
            onChange={() => toggle(email)}
          />
        ))}
        {recipients.error && (
          <p className={classes.note}>The known addresses could not be read. Others can be typed.</p>
        )}
      </fieldset>
      <TextField
        label="Other addresses"
        hint="Separated by commas."
        type="email"
        multiple
        value={others}
        error={error}
        onChange={(event) => {
          setOthers(event.currentTarget.value);
          setError("");
        }}
      />
      {!isLoading && (
        <RichTextEditor mode="email" label="Message" value={message} reduceHtml={reduceHtml} onChange={setWritten} />
      )}
      <FullScreenOverlay animation={isSending ? "send" : undefined} />
    </FormDialog>
  );
}
