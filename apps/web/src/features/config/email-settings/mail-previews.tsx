import {
  MAIL_SETTINGS,
  type MailPreviews as Previews,
  type PreviewedMail,
  type SettingsDifference,
} from "@ridgebook/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import classes from "#features/config/email-settings/mail-previews.module.css";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

const MAIL_NAMES: Record<PreviewedMail, string> = {
  invitation: "Invitation of a new user",
  setup: "Set-up of an account",
  reset: "New password",
  report: "Usage report",
  document: "Document",
};

/** Long enough to finish typing a word. */
const TYPED_AFTER_MS = 400;

/** The typed settings that a mail shows, debounced. */
function useTypedSettings({ edited, settings }: SettingsForm): readonly SettingsDifference[] {
  const typed = JSON.stringify(
    MAIL_SETTINGS.filter((name) => edited[name] !== settings[name]).map((name) => ({
      op: "replace",
      path: `/${name}`,
      value: edited[name],
    })),
  );
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), TYPED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return useMemo(() => JSON.parse(rested) as readonly SettingsDifference[], [rested]);
}

/** Each mail as its reader gets it, rendered by the server from saved and typed values; nothing is sent. */
export function MailPreviews({ form }: { form: SettingsForm }) {
  const client = useClient();
  const { companyId } = useSession();
  const [kind, setKind] = useState<PreviewedMail>("invitation");
  const typed = useTypedSettings(form);
  const previews = useQuery({
    queryKey: [
      "mail-previews",
      companyId,
      // Mails are made of these: a save of them requests the mails again.
      MAIL_SETTINGS.map((name) => form.settings[name]),
      typed,
    ],
    queryFn: ({ signal }) => client.call("previewEditedMails", { body: [...typed] }, { signal }),
    // Keep the mail in view while the next one is being rendered.
    placeholderData: keepPreviousData,
  });
  if (previews.isPending) return <SkeletonRows rows={4} label="Loading the previews" />;
  if (previews.isError) return <LoadFailure what="The previews" onRetry={() => void previews.refetch()} />;
  const { mails, sampleValues } = previews.data;
  const mail = mails.find((each) => each.kind === kind);
  return (
    <>
      <SelectField
        id="previewed-mail"
        label="Mail"
        hint="As it would go out with what is on this page, saved or not. Nothing is sent."
        options={mails.map((each) => ({ value: each.kind, label: MAIL_NAMES[each.kind] }))}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as PreviewedMail)}
      />
      <p className="rb-hint">
        <strong>Sample values:</strong> {sampleValues.join("; ")}.
      </p>
      {mail && <Preview mail={mail} name={MAIL_NAMES[mail.kind]} />}
    </>
  );
}

function Preview({ mail, name }: { mail: Previews["mails"][number]; name: string }) {
  const lines = [
    ["Subject", mail.subject],
    ["From", mail.from],
    ["Answers go to", mail.replyTo ?? "the sender"],
    ["To (sample)", mail.to],
    ...(mail.attachments.length === 0 ? [] : [["Attached (sample)", mail.attachments.join(", ")]]),
  ];
  return (
    <section aria-label={`Preview: ${name}`} className={classes.preview}>
      <dl className={classes.head}>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {/* The frame forbids everything: no scripts, no forms, no windows, and links lead nowhere. */}
      <iframe
        key={mail.kind}
        title={`${name}, as HTML`}
        sandbox=""
        srcDoc={`<base target="_blank">${mail.html}`}
        className={classes.frame}
      />
      <h3 className="rb-group">Plain text</h3>
      <pre className={classes.text}>{mail.text}</pre>
    </section>
  );
}
