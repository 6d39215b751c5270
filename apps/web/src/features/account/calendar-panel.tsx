import { Button } from "@mantine/core";
import { formatDateTime, formatDate, type RouteReply, type Routes } from "@ridgebook/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import classes from "#features/account/framed-page.module.css";
import { useAttempt } from "#forms/use-attempt.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { LoadFailure } from "#ui/load-failure.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { ShownOnce } from "#ui/shown-once.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

const QUERY_KEY = ["calendar-feed"];
type CalendarFeed = RouteReply<Routes["getCalendarFeed"]>;

/** The secret address of a calendar feed with the user's meetings in the company. */
export function CalendarPanel() {
  const client = useClient();
  const { companyId } = useSession();
  const feed = useQuery({
    queryKey: [...QUERY_KEY, companyId],
    queryFn: ({ signal }) => client.call("getCalendarFeed", {}, { signal }),
  });
  return (
    <Panel title="Meetings in your calendar">
      {feed.isPending && <SkeletonRows rows={2} />}
      {feed.isError && !feed.data && <LoadFailure what="The calendar address" onRetry={() => void feed.refetch()} />}
      {feed.data && <Address feed={feed.data} />}
    </Panel>
  );
}

function Address({ feed }: { feed: CalendarFeed }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { isOnline, timeZone } = useSession();
  const confirm = useConfirm();
  const [address, setAddress] = useState<string>();
  const { isBusy, attempt } = useAttempt({
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  const createButton = useRef<HTMLButtonElement>(null);
  const { createdTime, lastReadTime } = feed;
  const wasShown = useRef(false);
  useLayoutEffect(() => {
    // The pressed button is removed, and the focus with it.
    if (wasShown.current && address === undefined) createButton.current?.focus();
    wasShown.current = address !== undefined;
  }, [address]);

  const create = async (): Promise<void> => {
    if (createdTime !== null) {
      const isSure = await confirm({
        title: "Make a new address?",
        message: "Calendars that use the present address stop showing your meetings until you give them the new one.",
        confirmText: "New address",
      });
      if (!isSure) return;
    }
    await attempt(async () => setAddress((await client.call("renewCalendarFeed", {})).address));
  };
  const end = async (): Promise<void> => {
    const isSure = await confirm({
      title: "End the address?",
      message: "Calendars that use it stop showing your meetings.",
      confirmText: "End address",
      kind: "error",
    });
    if (!isSure) return;
    await attempt(async () => {
      await client.call("endCalendarFeed", {});
      setAddress(undefined);
      notices.add({ message: "The calendar address is ended" });
    });
  };

  return (
    <div className={classes.form}>
      <p>
        A secret address shows your meetings in the calendar of your phone or computer: those of open leads with you as
        a salesperson, with name, address and phone. Anyone who has the address can read them, so give it to your own
        calendar only.
      </p>
      {address !== undefined && (
        <ShownOnce
          name="Address"
          label="Your calendar address"
          hint="Copy it now: it is not shown again. In your calendar, choose to add or subscribe to a calendar by its address."
          value={address}
          onDone={() => setAddress(undefined)}
        />
      )}
      {/* Not below a new address: it would arrive a moment later, and move the panel a second time. */}
      {createdTime !== null && address === undefined && (
        <p className="rb-caption">
          Made {formatDate({ time: createdTime, timeZone })}.{" "}
          {lastReadTime === null
            ? "No calendar has read it yet."
            : `Last read ${formatDateTime({ time: lastReadTime, timeZone })}.`}
        </p>
      )}
      {address === undefined && (
        <div className={classes.actions}>
          <Button
            ref={createButton}
            variant="secondary"
            disabled={!isOnline}
            loading={isBusy}
            onClick={() => void create()}
          >
            {createdTime === null ? "Create address" : "New address"}
          </Button>
          {createdTime !== null && (
            <Button variant="tertiary" disabled={!isOnline || isBusy} onClick={() => void end()}>
              End address
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
