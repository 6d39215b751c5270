import { useQuery } from "@tanstack/react-query";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** Whether mails of the company leave the server: by its own mail server or the installation's. Undefined while that is not known. */
export function useIsMailSent(): boolean | undefined {
  const client = useClient();
  const { settings } = useSession();
  const { data } = useQuery({
    queryKey: ["info", "mail"],
    queryFn: ({ signal }) => client.call("getInfo", { query: { keys: "mail" } }, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  if (settings && settings.smtpHost !== "") return true;
  return data?.mail && data.mail === "server";
}
