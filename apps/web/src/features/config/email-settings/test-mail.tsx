import { Button } from "@mantine/core";
import type { TestEmailResult } from "@ridgebook/contract";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import classes from "#features/config/email-settings/test-mail.module.css";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** Tests the stored settings with a real mail to the admin. */
export function TestMail({ form }: { form: SettingsForm }) {
  const client = useClient();
  const { isOnline, profile } = useSession();
  const { isBusy: isSending, attempt } = useAttempt();
  const [result, setResult] = useState<TestEmailResult>();
  // The result is about these settings only.
  if (result && form.isChanged) setResult(undefined);
  const send = () => {
    setResult(undefined);
    return attempt(async () => setResult(await client.call("sendTestEmail", {})));
  };
  return (
    <div>
      <Button
        variant="secondary"
        leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
        // Typed values are not stored yet, and a test of the stored ones would mislead.
        disabled={!isOnline || form.isChanged || form.isSaving}
        loading={isSending}
        onClick={() => void send()}
      >
        Send a test
      </Button>
      <p className="rb-hint">
        {form.isChanged
          ? "Save first: a test uses the saved settings."
          : `Sends one e-mail to ${profile?.email ?? "you"}.`}
      </p>
      <p role="status" className={classes.result} data-tone={result && (result.isSent ? "ok" : "bad")}>
        {result?.message}
      </p>
    </div>
  );
}
