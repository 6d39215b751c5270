import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "#server-client/client-context.tsx";

/** Whether links open on other computers is asked of the server once. */
function useLinks() {
  const client = useClient();
  return useQuery({
    queryKey: ["info", "links"],
    queryFn: ({ signal }) => client.call("getInfo", { query: { keys: "links" } }, { signal }),
    staleTime: Infinity,
    retry: false,
  });
}

/** true until it is known whether the banner has something to say. */
export const useIsLinksBannerPending = (): boolean => useLinks().isPending;

/** Tells an admin, before links are mailed, that they do not open on other computers (OPS-18). Nothing where they do, or while that is not known. */
export function LinksBanner({ className = "" }: { className?: string | undefined }) {
  const { data } = useLinks();
  if (data?.links !== "thisMachine") return null;
  return (
    <div role="status" className={`rb-banner ${className}`} data-tone="warn">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <p>
        Links in e-mails, such as invitations, open on the server’s own computer only. The person who runs the server
        sets PUBLIC_URL to the address of this app.
      </p>
    </div>
  );
}
