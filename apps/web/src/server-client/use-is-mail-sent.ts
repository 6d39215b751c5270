import { useQuery } from "@tanstack/react-query";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/**
 * Whether the server can send invitations, which the installation's mail server sends, never a company's own. Undefined until it is
 * known.
 */
export function useIsInvitationSent(): boolean | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["info", "mail"],
    queryFn: ({ signal }) => client.call("getInfo", { query: { keys: "mail" } }, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  return data?.mail && data.mail === "server";
}

/** Whether the server can send the company's mails, by its own mail server or the installation's. Undefined until it is known. */
export function useIsMailSent(): boolean | undefined {
  const { settings } = useSession();
  const isSentByInstallation = useIsInvitationSent();
  return settings && settings.smtpHost !== "" ? true : isSentByInstallation;
}
