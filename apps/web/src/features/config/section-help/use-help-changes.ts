import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { lastChanges, type HelpChange } from "#features/config/section-help/help-texts.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** The last author of each text, by its key, from the newest rows of Activity; empty offline. */
export function useHelpChanges(stored: unknown): ReadonlyMap<string, HelpChange> {
  const client = useClient();
  const { companyId, isOnline } = useSession();
  const { data } = useQuery({
    // Fetched again once other texts are stored.
    queryKey: ["activity", "section help", companyId, stored],
    queryFn: ({ signal }) =>
      client.call("listActivity", { query: { kind: "settings", search: "sections info", limit: "100" } }, { signal }),
    enabled: isOnline,
    placeholderData: (former) => former,
  });
  return useMemo(() => lastChanges(data?.data ?? []), [data]);
}
