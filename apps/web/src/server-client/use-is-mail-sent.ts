import { useQuery } from "@tanstack/react-query";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/**
 * Whether invitations leave the server. The installation's mail server carries them, never a company's own. Undefined while that is not
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

/** Whether mails of the company leave the server: by its own mail server or the installation's. Undefined while that is not known. */
export function useIsMailSent(): boolean | undefined {
  const { settings } = useSession();
  const isSentByInstallation = useIsInvitationSent();
  return settings && settings.smtpHost !== "" ? true : isSentByInstallation;
}
