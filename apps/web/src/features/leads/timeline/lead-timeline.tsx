import { formatMoment, isLocalId, isolatedText } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { deviceTimeline, withUnsent } from "#features/leads/timeline/device-timeline.ts";
import classes from "#features/leads/timeline/lead-timeline.module.css";
import { timelineText, type ShownEvent } from "#features/leads/timeline/timeline-texts.ts";
import { useSalespeople } from "#features/leads/use-salespeople.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { Panel } from "#ui/panel.tsx";
import { useNow } from "#ui/use-now.ts";

/** Enough for any lead; more would be read with all their lines. */
const MOST_ESTIMATES = 20;

/** A lead's history, newest first: the server's, or else the device's, with a note. */
export function LeadTimeline({ lead }: { lead: LocalLead }) {
  const { timeZone } = useSession();
  const now = useNow();
  const people = useSalespeople();
  const { told, here, isDeviceOnly } = useTimeline(lead);
  const events = told ? withUnsent(told, here) : here;
  return (
    <Panel title="Timeline">
      <ol className={`rb-list ${classes.events}`}>
        {events.map((event, index) => {
          const who = people.nameOf(event.by);
          const when = formatMoment({ time: event.time, timeZone, now });
          return (
            <li key={`${event.kind} ${event.time} ${String(index)}`} className={classes.event}>
              <EventText event={event} text={isolatedText(timelineText(event, people.nameOf))} />
              <div className="rb-hint">{who ? `${when} · ${isolatedText(who)}` : when}</div>
            </li>
          );
        })}
      </ol>
      {isDeviceOnly && (
        <p className={`rb-hint ${classes.note}`}>As far as this device knows. All of it opens with a signal.</p>
      )}
    </Panel>
  );
}

function EventText({ event: { estimateId }, text }: { event: ShownEvent; text: string }) {
  if (estimateId === null) return <div>{text}</div>;
  return (
    <Link to="/estimator/estimate/$id" params={{ id: String(estimateId) }} className={classes.link}>
      {text}
    </Link>
  );
}

/** `told` is undefined until the server has replied, and while it is unreachable. */
function useTimeline(lead: LocalLead): {
  told: ShownEvent[] | undefined;
  here: ShownEvent[];
  /** The server does not know the lead, or is unreachable. */
  isDeviceOnly: boolean;
} {
  const localData = useLocalData();
  const client = useClient();
  const known = useLocalQuery(
    ["estimates", "estimate-documents"],
    async () => ({
      estimates: await localData.estimates.listNewest({ limit: MOST_ESTIMATES, leadIds: [lead.id] }),
      documents: await localData.documents.listOfLead(lead.id),
    }),
    [localData, lead.id],
  ).value;
  const { estimates = [], documents = [] } = known ?? {};
  // A sent paper is a new event without a change of the lead.
  const sent = documents.map(({ id }) => id).filter((id) => !isLocalId(id));
  const server = useQuery({
    queryKey: ["lead-timeline", lead.id, lead.revision, sent.join(" ")],
    queryFn: ({ signal }) => client.call("getLeadTimeline", { params: { id: String(lead.id) } }, { signal }),
    // The server does not know an unsent lead.
    enabled: !isLocalId(lead.id),
    // Keep the previous events while reloading.
    placeholderData: (previous, query) => (query?.queryKey[1] === lead.id ? previous : undefined),
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  return {
    told: server.data,
    here: deviceTimeline({ lead, estimates, documents }),
    isDeviceOnly: server.data === undefined && (isLocalId(lead.id) || server.error !== null),
  };
}
