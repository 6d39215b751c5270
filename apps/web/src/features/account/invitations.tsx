import { Button } from "@mantine/core";
import { formatDate, type ReceivedInvitation } from "@ridgebook/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import classes from "#features/account/framed-page.module.css";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";

const QUERY_KEY = ["invitations"];

/** The companies that invite the signed-in person. */
export function useInvitations() {
  const client = useClient();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => client.call("listInvitations", {}, { signal }),
  });
}

/** Lets the person accept or decline each invitation. Shows nothing without invitations. */
export function Invitations({ invitations }: { invitations: readonly ReceivedInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <Panel title="Invitations" padding="none">
      <ul className="rb-list">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.companyId} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  );
}

function InvitationRow({ invitation }: { invitation: ReceivedInvitation }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { timeZone, reportFailure } = useSession();
  const [answering, setAnswering] = useState<"acceptInvitation" | "declineInvitation">();
  const { companyId, companyName, expiresTime } = invitation;

  const answer = async (name: "acceptInvitation" | "declineInvitation", message: string): Promise<void> => {
    setAnswering(name);
    try {
      await client.call(name, { params: { id: String(companyId) } });
      // Without an invitation the page would continue to the current company; the user may choose the new one.
      await navigate({ to: "/account/companies", search: { select: "true" }, replace: true });
      notices.add({ message });
    } catch (error) {
      await reportFailure(error);
    } finally {
      // Also after a failure: the invitation may have ended.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEY }),
        queryClient.invalidateQueries({ queryKey: ["companies"] }),
      ]);
      setAnswering(undefined);
    }
  };

  return (
    <li className={`rb-row ${classes.row}`}>
      <span className={classes.rowText}>
        {companyName} invites you
        <span className={`${classes.caption} rb-caption`}>
          Until {formatDate({ time: expiresTime, timeZone })}. They see your e-mail when you accept, nothing else of
          your account.
        </span>
      </span>
      <Button
        variant="outline"
        aria-label={`Decline the invitation of ${companyName}`}
        loading={answering === "declineInvitation"}
        disabled={answering !== undefined}
        onClick={() => void answer("declineInvitation", `You declined the invitation of ${companyName}.`)}
      >
        Decline
      </Button>
      <Button
        aria-label={`Accept the invitation of ${companyName}`}
        loading={answering === "acceptInvitation"}
        disabled={answering !== undefined}
        onClick={() => void answer("acceptInvitation", `You joined ${companyName}. Select it to work there.`)}
      >
        Accept
      </Button>
    </li>
  );
}
