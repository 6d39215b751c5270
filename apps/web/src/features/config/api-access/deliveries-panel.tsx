import { Button } from "@mantine/core";
import { formatDateTime, DELIVERY_KEPT_DAYS, type Webhook, type WebhookDelivery } from "@ridgebook/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import classes from "#features/config/api-access/api-access.module.css";
import { deliveryState, EVENT_LABELS, outcomeText, triesText } from "#features/config/api-access/webhook-texts.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { Panel } from "#ui/panel.tsx";
import { RowList, RowListItem } from "#ui/row-list.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";

/** How often the list is read while a delivery is under way. */
const LOOK_AGAIN_MS = 3_000;

/** The webhook deliveries, newest first. */
export function DeliveriesPanel({
  webhooks,
  onSettled,
}: {
  webhooks: readonly Webhook[];
  onSettled: () => Promise<void>;
}) {
  const client = useClient();
  const { companyId, isOnline, reportFailure, timeZone } = useSession();
  const [busyId, setBusyId] = useState<number>();
  // The delivery as it was requeued: the list is read until it was tried again.
  const [queued, setQueued] = useState<Pick<WebhookDelivery, "id" | "tries">>();
  const isOnItsWay = ({ id, state, tries }: WebhookDelivery): boolean =>
    state === "waiting" && (tries === 0 || (id === queued?.id && tries === queued.tries));
  const list = useInfiniteQuery({
    // Together with the states of the rows above: a test that was just sent is read at once.
    queryKey: ["webhook-deliveries", companyId, webhooks.map(({ id, lastTime }) => [id, lastTime])],
    queryFn: ({ signal, pageParam }) =>
      client.call(
        "listWebhookDeliveries",
        { query: pageParam === undefined ? {} : { before: String(pageParam) } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isOnItsWay)) ? LOOK_AGAIN_MS : false,
    placeholderData: (former) => former,
  });
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const urlById = new Map(webhooks.map(({ id, url }) => [id, url]));

  const sendAgain = async ({ id }: WebhookDelivery): Promise<void> => {
    setBusyId(id);
    try {
      setQueued(await client.call("sendWebhookDeliveryAgain", { params: { id: String(id) } }));
    } catch (error) {
      await reportFailure(error);
    } finally {
      await list.refetch();
      await onSettled();
      setBusyId(undefined);
    }
  };
  return (
    <Panel
      title="Deliveries"
      padding="none"
      actions={
        <Button variant="tertiary" disabled={!isOnline} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      }
    >
      {list.isPending && <SkeletonRows rows={3} label="Loading deliveries" />}
      {list.isError && <LoadFailure what="The deliveries" onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState
          title="Nothing sent yet"
          text={`Send a test, or wait for the next lead. What was sent is listed here for ${String(DELIVERY_KEPT_DAYS)} days.`}
        />
      )}
      {rows.length > 0 && (
        <RowList label="Deliveries">
          {rows.map((delivery) => {
            const { id, event, about, webhookId, createdTime, tries } = delivery;
            const state = deliveryState(delivery);
            const title = about === "" ? EVENT_LABELS[event] : `${EVENT_LABELS[event]}: ${about}`;
            const outcome = outcomeText(delivery);
            return (
              <RowListItem
                key={id}
                title={
                  <>
                    {title} <Tag tone={state.tone}>{state.label}</Tag>
                  </>
                }
                lines={[
                  [formatDateTime({ time: createdTime, timeZone }), urlById.get(webhookId), triesText(tries)].join(
                    " · ",
                  ),
                  ...(outcome === undefined ? [] : [outcome]),
                ]}
                actions={
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={`Send again: ${title}, ${formatDateTime({ time: createdTime, timeZone })}`}
                    disabled={!isOnline || busyId !== undefined}
                    onClick={() => void sendAgain(delivery)}
                  >
                    Send again
                  </Button>
                }
              />
            );
          })}
        </RowList>
      )}
      {list.hasNextPage && (
        <div className={classes.inset}>
          <Button variant="secondary" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  );
}
