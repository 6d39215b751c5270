import { useQuery } from "@tanstack/react-query";
import classes from "#features/config/api-access/api-access.module.css";
import { CallExamples } from "#features/config/api-access/call-examples.tsx";
import { CredentialsPanel } from "#features/config/api-access/credentials-panel.tsx";
import { TokenPanel } from "#features/config/api-access/token-panel.tsx";
import { WebhooksPanel } from "#features/config/api-access/webhooks-panel.tsx";
import tables from "#features/config/config.module.css";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { ReadTogether } from "#features/config/read-together.tsx";
import { useFirstRead } from "#local-data/first-reads.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/** How other systems access the company's data, and the stored secrets of other systems (ROUTE-22, INT-01, OP-59). */
export function ApiAccessPage() {
  return (
    <div className={`${tables.page} ${classes.page} rb-titled-by-bar`}>
      <PageHeader title="API access" />
      <div className={tables.content}>
        <OfflineBanner />
        <ReadTogether>
          <Access />
        </ReadTogether>
      </div>
    </div>
  );
}

function Access() {
  const client = useClient();
  const { companyId } = useSession();
  const access = useQuery({
    queryKey: ["integration-access", companyId],
    queryFn: ({ signal }) => client.call("getIntegrationAccess", {}, { signal }),
  });
  useFirstRead(access.isLoading);
  const reload = async (): Promise<void> => {
    await access.refetch();
  };
  return (
    <>
      {access.data ? (
        // Stays if a reload fails: it shows a new token, which is shown only once.
        <TokenPanel access={access.data} reload={reload} />
      ) : (
        <Panel title="Integration token">
          {access.isPending && <SkeletonRows rows={3} label="Loading the token" />}
          {access.isError && <LoadFailure what="The token" onRetry={() => void access.refetch()} />}
        </Panel>
      )}
      <WebhooksPanel />
      <CredentialsPanel />
      {access.data && <CallExamples access={access.data.access} />}
    </>
  );
}
