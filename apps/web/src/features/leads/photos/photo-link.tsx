import { cameraUrl, companyCamProjectOf, isLocalId, Problem } from "@ridgebook/contract";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { webLink } from "#features/leads/lead-links.ts";
import classes from "#features/leads/photos/photo-link.module.css";
import { useLocalData, useSyncStatus } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { useSession } from "#server-client/session-context.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { notices } from "#ui/notices/notices.ts";
import { TextButton } from "#ui/text-button.tsx";
import { TextField } from "#ui/text-field.tsx";

/** The link to a lead's photos elsewhere, with editing. */
export function PhotoLink({ lead }: { lead: LocalLead }) {
  const [isOpen, setIsOpen] = useState(false);
  const href = webLink(lead.cameraUrl);
  return (
    <div className={classes.row}>
      {href !== undefined && (
        <a href={href} target="_blank" rel="noopener noreferrer" className="rb-action-link">
          <IconExternalLink size={18} stroke={1.75} aria-hidden />
          <span>{companyCamProjectOf(lead.cameraUrl) === undefined ? "Photos elsewhere" : "Open in CompanyCam"}</span>
        </a>
      )}
      <TextButton onClick={() => setIsOpen(true)}>
        {lead.cameraUrl === "" ? "Link photos of CompanyCam" : "Change link"}
      </TextButton>
      {isOpen && <LinkDialog lead={lead} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** Why the link cannot be saved now; undefined if it can. */
function whyBlocked({ leadId, online }: { leadId: number; online: boolean }): string | undefined {
  if (!online) return "Saving the link needs a signal.";
  return isLocalId(leadId) ? "The link can be saved once the lead is sent." : undefined;
}

function LinkDialog({ lead, onClose }: { lead: LocalLead; onClose: () => void }) {
  const { leads } = useLocalData();
  const { reportFailure } = useSession();
  const { online } = useSyncStatus("online");
  const [typed, setTyped] = useState(lead.cameraUrl);
  const [message, setMessage] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const why = whyBlocked({ leadId: lead.id, online });

  const save = async (): Promise<void> => {
    const read = cameraUrl.safeParse(typed);
    setMessage(read.success ? undefined : read.error.issues[0]?.message);
    if (!read.success) return;
    setIsBusy(true);
    try {
      await leads.setCameraUrl(lead.id, read.data);
      notices.add({ message: read.data === "" ? "The link is removed" : "The link is saved" });
      onClose();
    } catch (error) {
      const refusal = error instanceof Problem ? error.details.errors?.["cameraUrl"]?.[0] : undefined;
      setMessage(refusal);
      if (refusal === undefined) await reportFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <FormDialog
      title="Link to photos"
      text={why ?? "Photos of the lead’s project at CompanyCam are shown on this page. Any other link is only a link."}
      submitLabel="Save"
      isBusy={isBusy}
      isBlocked={why !== undefined}
      onSubmit={() => void save()}
      onDismiss={onClose}
    >
      <TextField
        label="Link"
        hint="Such as https://app.companycam.com/projects/61200417. Leave it empty to remove the link."
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        maxLength={500}
        value={typed}
        error={message}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
