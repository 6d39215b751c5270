import { Button } from "@mantine/core";
import { formatDateTime, MAX_WEBHOOKS, Problem, type Webhook } from "@ridgebook/contract";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import classes from "#features/config/api-access/api-access.module.css";
import { DeliveriesPanel } from "#features/config/api-access/deliveries-panel.tsx";
import { WebhookDialog } from "#features/config/api-access/webhook-dialog.tsx";
import { eventsText, webhookState } from "#features/config/api-access/webhook-texts.ts";
import { useFirstRead } from "#local-data/first-reads.tsx";
import { useAttempt } from "#forms/use-attempt.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { RowList, RowListItem } from "#ui/row-list.tsx";
import { ShownOnce } from "#ui/shown-once.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";

/** Addresses that events are sent to, and the deliveries (decision 0078). */
export function WebhooksPanel() {
  const client = useClient();
  const { companyId, isOnline } = useSession();
  const [edited, setEdited] = useState<Webhook | "new">();
  const [shown, setShown] = useState<{ url: string; secret: string }>();
  const addButton = useRef<HTMLButtonElement>(null);
  const webhooks = useQuery({
    queryKey: ["webhooks", companyId],
    queryFn: ({ signal }) => client.call("listWebhooks", {}, { signal }),
  });
  useFirstRead(webhooks.isLoading);
  const reload = async (): Promise<void> => {
    await webhooks.refetch();
  };
  const isFull = (webhooks.data?.length ?? 0) >= MAX_WEBHOOKS;
  return (
    <>
      <Panel
        title="Webhooks"
        padding="none"
        actions={
          webhooks.isSuccess && (
            <Button
              ref={addButton}
              variant="secondary"
              leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
              disabled={!isOnline || isFull}
              onClick={() => setEdited("new")}
            >
              Add webhook
            </Button>
          )
        }
      >
        {shown && (
          <div className={classes.inset}>
            <ShownOnce
              name="Secret"
              label="Signing secret"
              hint={`Of ${shown.url}. Copy it now: it is not shown again. The other system checks with it that we are the sender.`}
              value={shown.secret}
              onDone={() => {
                setShown(undefined);
                // The pressed button is removed, and the focus with it.
                addButton.current?.focus();
              }}
            />
          </div>
        )}
        {webhooks.isPending && <SkeletonRows rows={2} label="Loading webhooks" />}
        {webhooks.isError && <LoadFailure what="The webhooks" onRetry={() => void webhooks.refetch()} />}
        {webhooks.data?.length === 0 && (
          <EmptyState
            title="No webhooks yet"
            text="A webhook tells another system at once when a lead is created or changed, or a document is signed."
          />
        )}
        {webhooks.data && webhooks.data.length > 0 && (
          <RowList label="Webhooks">
            {webhooks.data.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                reload={reload}
                onEdit={() => setEdited(webhook)}
                onSecret={(secret) => setShown({ url: webhook.url, secret })}
              />
            ))}
          </RowList>
        )}
        {isFull && (
          <p className={`rb-hint ${classes.full}`}>
            A company can have {MAX_WEBHOOKS} webhooks. Delete one to add another.
          </p>
        )}
      </Panel>
      {webhooks.data && webhooks.data.length > 0 && <DeliveriesPanel webhooks={webhooks.data} onSettled={reload} />}
      {edited !== undefined && (
        <WebhookDialog
          {...(edited !== "new" && { webhook: edited })}
          onSaved={({ webhook: { url }, secret }) => {
            setEdited(undefined);
            if (secret === undefined) notices.add({ message: "Saved" });
            else setShown({ url, secret });
            void reload();
          }}
          onDismiss={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function WebhookRow({
  webhook,
  reload,
  onEdit,
  onSecret,
}: {
  webhook: Webhook;
  reload: () => Promise<void>;
  onEdit: () => void;
  onSecret: (secret: string) => void;
}) {
  const client = useClient();
  const { isOnline, timeZone } = useSession();
  const confirm = useConfirm();
  const { isBusy, attempt } = useAttempt({ onSettled: reload });
  const { url, active, events, secretTime } = webhook;
  const params = { id: String(webhook.id) };
  const state = webhookState(webhook);

  const setActive = () =>
    attempt(async () => {
      await client.call("updateWebhook", { params, body: { active: !active } });
      notices.add({ message: active ? "The webhook is paused" : "The webhook is resumed" });
    });
  const sendTest = () =>
    attempt(async () => {
      await client.call("testWebhook", { params });
      notices.add({ message: "A test is on its way. See the deliveries below." });
    });
  const replaceSecret = async (): Promise<void> => {
    const isSure = await confirm({
      title: "Replace the signing secret?",
      message: "Deliveries are signed with the new one at once. The other system refuses them until it has it.",
      confirmText: "Replace secret",
      kind: "error",
    });
    if (isSure) await attempt(async () => onSecret((await client.call("resetWebhookSecret", { params })).secret));
  };
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: "Delete the webhook?",
      message: `Nothing more is sent to ${url}, and the list of what was sent goes too.`,
      confirmText: "Delete webhook",
      kind: "error",
    });
    if (!isSure) return;
    await attempt(async () => {
      try {
        await client.call("deleteWebhook", { params });
      } catch (error) {
        // Another user deleted it already, so the request is fulfilled.
        if (!(error instanceof Problem && error.code === "notFound")) throw error;
      }
      notices.add({ message: "The webhook is deleted" });
    });
  };
  const actions = [
    ...(active ? [{ label: "Send test", run: () => void sendTest() }] : []),
    { label: active ? "Pause" : "Resume", run: () => void setActive() },
    { label: "Edit", run: onEdit },
    { label: "Replace secret", run: () => void replaceSecret() },
    { label: "Delete", run: () => void remove() },
  ];
  return (
    <RowListItem
      title={
        <>
          {url} <Tag tone={state.tone}>{state.label}</Tag>
        </>
      }
      lines={[`${eventsText(events)}. Secret of ${formatDateTime({ time: secretTime, timeZone })}`]}
      actions={actions.map(({ label, run }) => (
        <Button
          key={label}
          size="sm"
          variant="secondary"
          aria-label={`${label}: ${url}`}
          disabled={!isOnline || isBusy}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    />
  );
}
