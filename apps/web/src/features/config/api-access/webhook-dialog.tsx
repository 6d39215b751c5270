import { WEBHOOK_EVENTS, webhookInput, type Webhook, type WebhookEvent } from "@ridgebook/contract";
import { EVENT_LABELS } from "#features/config/api-access/webhook-texts.ts";
import { smallFormPlace } from "#features/config/kept-config-draft.ts";
import { useKeptInput } from "#forms/use-kept-input.ts";
import { fieldMessagesOf, useDialogForm } from "#forms/use-refusal.ts";
import { useClient } from "#server-client/client-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";

/** Adds a webhook, or changes one's address and events. */
export function WebhookDialog({
  webhook,
  onSaved,
  onDismiss,
}: {
  /** Left out for a new one. */
  webhook?: Webhook;
  /** Called with the signing secret of a new one. */
  onSaved: (saved: { webhook: Webhook; secret?: string }) => void;
  onDismiss: () => void;
}) {
  const client = useClient();
  const { errors, setErrors, isBusy, send } = useDialogForm(["url", "events"]);
  const {
    values: { url, events },
    change,
    kept,
  } = useKeptInput<{ url: string; events: readonly WebhookEvent[] }>({
    place: smallFormPlace("webhook", webhook?.id),
    initial: { url: webhook?.url ?? "", events: webhook?.events ?? WEBHOOK_EVENTS },
  });

  const save = async (): Promise<void> => {
    const { error, data } = webhookInput.safeParse({ url, events });
    if (error) {
      setErrors(fieldMessagesOf(error));
      return;
    }
    await send(async () => {
      let saved: { webhook: Webhook; secret?: string };
      if (!webhook) saved = await client.call("createWebhook", { body: data });
      else {
        // An unchanged address is not resolved again.
        const body = data.url === webhook.url ? { events: data.events } : data;
        saved = { webhook: await client.call("updateWebhook", { params: { id: String(webhook.id) }, body }) };
      }
      await kept.drop();
      onSaved(saved);
    });
  };

  return (
    <FormDialog
      title={webhook ? "Edit webhook" : "New webhook"}
      submitLabel={webhook ? "Save" : "Add webhook"}
      isBusy={isBusy}
      kept={kept}
      onSubmit={() => void save()}
      onDismiss={onDismiss}
    >
      <TextField
        label="Address"
        hint="Starts with https://. The other system says which."
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={url}
        error={errors["url"]}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <fieldset>
        <legend className="rb-legend">Events to send</legend>
        {WEBHOOK_EVENTS.map((each, index) => (
          <CheckboxField
            key={each}
            label={EVENT_LABELS[each]}
            checked={events.includes(each)}
            error={index === WEBHOOK_EVENTS.length - 1 ? errors["events"] : undefined}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              change({ events: checked ? [...events, each] : events.filter((other) => other !== each) });
            }}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
