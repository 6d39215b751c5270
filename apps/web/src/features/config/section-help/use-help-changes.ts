import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { lastChanges, type HelpChange } from "#features/config/section-help/help-texts.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** Who changed each text last, by its key, as the newest rows of Activity have it; empty without a signal. */
export function useHelpChanges(stored: unknown): ReadonlyMap<string, HelpChange> {
  const client = useClient();
  const { companyId, isOnline } = useSession();
  const { data } = useQuery({
    // Asked again once other texts are stored.
    queryKey: ["activity", "section help", companyId, stored],
    queryFn: ({ signal }) =>
      client.call("listActivity", { query: { kind: "settings", search: "sections info", limit: "100" } }, { signal }),
    enabled: isOnline,
    placeholderData: (former) => former,
  });
  return useMemo(() => lastChanges(data?.data ?? []), [data]);
}
