import { filingState, type FilingState } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { momentText } from "#features/config/connections/connection-texts.ts";
import classes from "#features/config/connections/connections.module.css";
import { filingFailureText } from "#features/config/file-settings/filing-failure-text.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { countedText } from "#ui/counted-text.ts";
import { Panel } from "#ui/panel.tsx";
import { useNow } from "#ui/use-now.ts";

const LOOKED_EVERY_MS = 15_000;

/** The progress of the company's papers into the storage. */
export function PapersPanel({ name }: { name: string }) {
  const client = useClient();
  const { companyId, isOnline } = useSession();
  const { data } = useQuery({
    queryKey: ["filing-state", companyId, name],
    queryFn: async ({ signal }) => filingState.parse(await client.call("getFilingState", {}, { signal })),
    enabled: isOnline,
    refetchInterval: LOOKED_EVERY_MS,
  });
  return (
    <Panel title={`Papers in ${name}`}>
      {data ? <PapersState name={name} state={data} /> : <p className={classes.quiet}>Not known at the moment.</p>}
    </Panel>
  );
}

function PapersState({ name, state }: { name: string; state: FilingState }) {
  const { timeZone } = useSession();
  const now = useNow();
  const { filedCount, waitingCount, waitingSince, lastFailure } = state;
  return (
    <div className="rb-stack">
      <p>{`${countedText(filedCount, "paper")} there.`}</p>
      {waitingCount > 0 && (
        <p>
          {`${countedText(waitingCount, "paper")} on the way`}
          {waitingSince !== null && ` since ${momentText(waitingSince, { timeZone, now }, { isInSentence: true })}`}.
        </p>
      )}
      {lastFailure !== null && <p role="status">{filingFailureText(lastFailure, name)}</p>}
    </div>
  );
}
