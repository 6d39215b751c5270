import { Button } from "@mantine/core";
import { formatDateTime, Problem, type PriceBookVersion, isolatedText } from "@ridgebook/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import { ChangeTable } from "#features/config/change-table.tsx";
import { isFirstVersion, sourceText, summaryText } from "#features/config/config-texts.ts";
import type { FieldsSearch } from "#features/config/fields-search.ts";
import { PriceImpact } from "#features/config/price-impact-panel.tsx";
import classes from "#features/config/version-list.module.css";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { usePriceBook } from "#local-data/price-book/use-price-book.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Pagination } from "#ui/pagination.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";

const PAGE_SIZE = 25;

/** The versions with author and time, newest first; each can be opened, and restored as a new version. */
export function VersionList({ search }: { search: FieldsSearch }) {
  const client = useClient();
  const navigate = useNavigate();
  const { value: book } = usePriceBook();
  const page = /^[1-9]\d{0,5}$/.test(search.page ?? "") ? Number(search.page) : 1;
  const versions = useQuery({
    queryKey: ["price-book-versions", page, book?.version],
    queryFn: ({ signal }) =>
      client.call(
        "listEstimateFieldVersions",
        { query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const newestVersion = Math.max(book?.version ?? 0, ...(versions.data?.data.map(({ version }) => version) ?? []));
  const pageCount = Math.max(1, Math.ceil((versions.data?.totalCount ?? 0) / PAGE_SIZE));
  return (
    <>
      <Panel as="div" padding="none">
        {versions.isPending && <SkeletonRows rows={4} label="Loading the versions" />}
        {versions.isError && !versions.data && (
          <LoadFailure what="The versions" text={versions.error.message} onRetry={() => void versions.refetch()} />
        )}
        {versions.data?.data.length === 0 && <EmptyState title="There is no such page." />}
        {versions.data && versions.data.data.length > 0 && (
          <ol className="rb-list">
            {versions.data.data.map((version) => (
              <VersionEntry key={version.version} version={version} newestVersion={newestVersion} />
            ))}
          </ol>
        )}
      </Panel>
      {pageCount > 1 && (
        <Pagination
          page={Math.min(page, pageCount)}
          pageCount={pageCount}
          onPageChange={(next) =>
            void navigate({ to: "/config/estimate-fields", search: { view: "versions", page: String(next) } })
          }
        />
      )}
    </>
  );
}

function VersionEntry({ version: entry, newestVersion }: { version: PriceBookVersion; newestVersion: number }) {
  const { timeZone, isOnline } = useSession();
  const { restore, isRestoring } = useRestore({ version: entry.version, newestVersion });
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const detailsId = useId();
  const { version, author, publishedTime, note, summary } = entry;
  const isNewest = version === newestVersion;
  return (
    <li className={classes.version}>
      <div className={classes.head}>
        <div className={classes.text}>
          <h2 className={classes.title}>
            Version {version} {isNewest && <Tag tone="ok">In use</Tag>}
          </h2>
          <p className={classes.facts}>
            {isolatedText(
              [sourceText(entry), ...(author ? [author] : []), formatDateTime({ time: publishedTime, timeZone })].join(
                " · ",
              ),
            )}
          </p>
          {!isFirstVersion(entry) && <p className={classes.facts}>{summaryText(summary)}</p>}
          {note && <p className={classes.note}>“{note}”</p>}
        </div>
        <div className="rb-buttons">
          {!isFirstVersion(entry) && (
            <Button
              variant="tertiary"
              aria-expanded={isOpen}
              aria-controls={detailsId}
              onClick={() => setIsOpen((before) => !before)}
            >
              {isOpen ? "Hide changes" : "Show changes"}
            </Button>
          )}
          {!isNewest && (
            <Button
              variant="secondary"
              disabled={!isOnline}
              loading={isRestoring}
              aria-label={`Restore version ${String(version)}`}
              onClick={() => setIsAsking(true)}
            >
              Restore
            </Button>
          )}
        </div>
      </div>
      {isAsking && (
        <FormDialog
          title={`Restore version ${String(version)}?`}
          text={`Its prices and options become a new version that everybody gets. Version ${String(newestVersion)} stays in the list.`}
          submitLabel={`Restore version ${String(version)}`}
          isWide
          isBusy={isRestoring}
          onSubmit={() => void restore().then(() => setIsAsking(false))}
          onDismiss={() => setIsAsking(false)}
        >
          <PriceImpact change={{ kind: "restore", version }} />
        </FormDialog>
      )}
      <div id={detailsId}>{isOpen && <VersionChanges version={version} />}</div>
    </li>
  );
}

function VersionChanges({ version }: { version: number }) {
  const client = useClient();
  const details = useQuery({
    queryKey: ["price-book-version", version],
    queryFn: ({ signal }) =>
      client.call("getEstimateFieldVersion", { params: { version: String(version) } }, { signal }),
    // What a version changed never changes.
    staleTime: Infinity,
  });
  if (details.isPending) return <SkeletonRows rows={3} label="Loading the changes" />;
  if (details.isError)
    return <LoadFailure what="The changes" text={details.error.message} onRetry={() => void details.refetch()} />;
  return (
    <ChangeTable
      caption={`Changes of version ${String(version)}`}
      changes={details.data.changes}
      changeCount={details.data.changeCount}
    />
  );
}

/** Publishes an old version's contents as a new version. */
function useRestore({ version, newestVersion }: { version: number; newestVersion: number }) {
  const client = useClient();
  const localData = useLocalData();
  const queryClient = useQueryClient();
  const { reportFailure } = useSession();
  const keyOf = useAttemptKey();
  const [isRestoring, setIsRestoring] = useState(false);

  const restore = async (): Promise<void> => {
    setIsRestoring(true);
    const body = { startedFrom: newestVersion };
    try {
      const published = await client.call(
        "restoreEstimateFieldVersion",
        { params: { version: String(version) }, body },
        { idempotencyKey: keyOf({ version, ...body }) },
      );
      notices.add({ message: `Version ${String(version)} is in use again, as version ${String(published.version)}` });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "conflict") await reportFailure(error);
      else
        notices.add({
          message: `${error.details.changedBy ?? "Somebody else"} published a newer version meanwhile. Nothing was restored; look at the list and try again.`,
          type: "error",
        });
    } finally {
      setIsRestoring(false);
    }
    await queryClient.invalidateQueries({ queryKey: ["price-book-versions"] });
    await localData.sync.run();
  };
  return { restore, isRestoring };
}
