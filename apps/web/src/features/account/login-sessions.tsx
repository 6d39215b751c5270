import { Button } from "@mantine/core";
import { formatDateTime, type LoginSession } from "@ridgebook/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import classes from "#features/account/framed-page.module.css";
import { useAttempt } from "#forms/use-attempt.ts";
import { useClient } from "#server-client/client-context.tsx";
import { wasDeleted } from "#server-client/delete-outcome.ts";
import { useSession } from "#server-client/session-context.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";

const QUERY_KEY = ["login-sessions"];

/** Where the account is logged in, last used first, and a button to end each. */
export function LoginSessions() {
  const client = useClient();
  const sessions = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => client.call("listLoginSessions", {}, { signal }),
  });
  return (
    <Panel title="Where you are logged in" padding="none">
      {sessions.isPending && <SkeletonRows rows={2} />}
      {sessions.isError && <LoadFailure what="The list" onRetry={() => void sessions.refetch()} />}
      {sessions.data && (
        <ul className="rb-list">
          {sessions.data.map((loginSession) => (
            <SessionRow key={loginSession.id} loginSession={loginSession} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function SessionRow({ loginSession }: { loginSession: LoginSession }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { timeZone } = useSession();
  const { isBusy: isEnding, attempt } = useAttempt();
  const { id, device, lastUsedTime, isCurrent } = loginSession;

  const end = () =>
    attempt(async () => {
      await wasDeleted(client.call("endLoginSession", { params: { id } }));
      await queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    });

  return (
    <li className={`rb-row ${classes.row}`}>
      <span className={classes.rowText}>
        {device || "Unknown device"}
        <span className={`${classes.caption} rb-caption`}>
          Last used {formatDateTime({ time: lastUsedTime, timeZone })}
        </span>
      </span>
      {isCurrent ? (
        <Tag tone="neutral">This device</Tag>
      ) : (
        <Button
          variant="outline"
          aria-label={`End the login on ${device}`}
          loading={isEnding}
          onClick={() => void end()}
        >
          End
        </Button>
      )}
    </li>
  );
}
