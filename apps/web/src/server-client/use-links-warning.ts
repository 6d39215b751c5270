import { useQuery } from "@tanstack/react-query";
import { useClient } from "#server-client/client-context.tsx";

/** What an admin should know before mailing links; undefined where links open on other computers, or while that is not known. */
export function useLinksWarning(): string | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["info", "links"],
    queryFn: ({ signal }) => client.call("getInfo", { query: { keys: "links" } }, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  return data?.links === "thisMachine"
    ? "Links in e-mails, such as invitations, open on the server’s own computer only. Whoever runs the server sets PUBLIC_URL to the address of this app."
    : undefined;
}
