import { Button } from "@mantine/core";
import { formatDateTime, routes, type FolderLogEntry, type FolderType } from "@ridgebook/contract";
import { Link } from "@tanstack/react-router";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import classes from "#features/master/folder-log-page.module.css";
import { useAttempt } from "#forms/use-attempt.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { countText } from "#ui/counted-text.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Panel } from "#ui/panel.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";

const LOG_KEY = ["master", "folder-log"];
const PAGE_SIZE = 50;

const TYPE_LABELS: Readonly<Record<FolderType, string>> = {
  salesperson: "Salesperson",
  project: "Project",
  projectType: "Project type",
  contracts: "Contracts",
  workflow: "Workflow",
  papers: "Papers",
};

/** The folders of all companies' storages: made, found elsewhere, or not mapped (ADM-11, ADM-12). */
export function FolderLogPage() {
  const client = useClient();
  const [searchText, setSearchText] = useState("");
  const [page, setPage] = useState(1);
  const searchQuery = useDeferredValue(searchText.trim());
  const log = useQuery({
    queryKey: [...LOG_KEY, searchQuery, page],
    queryFn: async ({ signal }) => {
      const query = { searchQuery, limit: String(PAGE_SIZE), offset: String((page - 1) * PAGE_SIZE) };
      return routes.listFolderLog.reply.parse(await client.call("listFolderLog", { query }, { signal }));
    },
    placeholderData: keepPreviousData,
  });
  const search = (text: string): void => {
    setSearchText(text);
    setPage(1);
  };
  const { data, totalCount = 0 } = log.data ?? {};
  return (
    <div className={`rb-stack ${classes.page}`}>
      <PageHeader title="Folder log" note={log.data && countText(totalCount)} />
      <div role="search" aria-label="Folder log" className={classes.search}>
        <SearchField
          label="Search"
          placeholder="Company, folder, project type"
          maxLength={200}
          value={searchText}
          onChange={(event) => search(event.currentTarget.value)}
          onClear={() => search("")}
        />
      </div>
      <Panel as="div" padding="none">
        {log.isPending && <SkeletonRows rows={8} label="Loading the folder log" />}
        {log.isError && <LoadFailure what="The folder log" onRetry={() => void log.refetch()} />}
        {data?.length === 0 && (
          <EmptyState
            title={searchQuery === "" ? "No folders yet" : "No entry matches"}
            text={
              searchQuery === ""
                ? "Folders that Ridgebook makes in connected storages, and mappings that are missing, are listed here."
                : "Change the search."
            }
            action={
              searchQuery === "" && (
                <Link to="/account/companies" search={{ select: "true" }}>
                  Select a company
                </Link>
              )
            }
          />
        )}
        {data && data.length > 0 && <LogTable entries={data} />}
      </Panel>
      <Pagination page={page} pageCount={Math.max(1, Math.ceil(totalCount / PAGE_SIZE))} onPageChange={setPage} />
    </div>
  );
}

const HEADS = ["Folder type", "Company", "Details", "Project type", "Project types", "Folder id", "Mapping", "Created"];

function LogTable({ entries }: { entries: readonly FolderLogEntry[] }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reachable with the keyboard
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Entries">
      <table className={classes.table}>
        <caption className="rb-visually-hidden">Folder log</caption>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">Fixed</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <LogRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LogRow({ entry }: { entry: FolderLogEntry }) {
  const client = useClient();
  const queries = useQueryClient();
  const { timeZone } = useSession();
  const { isBusy: isSaving, attempt } = useAttempt();
  const { id, folderType, companyName, details, projectType, projectTypes, folderId, createdAt } = entry;
  const { isMappingCorrect, isFixed } = entry;
  const mark = () =>
    attempt(async () => {
      await client.call("fixFolderLogEntry", { params: { id: String(id) }, body: { isFixed: !isFixed } });
      await queries.invalidateQueries({ queryKey: LOG_KEY });
    });
  return (
    <tr>
      <th scope="row" className={classes.type}>
        {TYPE_LABELS[folderType]}
      </th>
      <td>{companyName}</td>
      <td className={classes.details}>{details}</td>
      <td data-label="Project type" data-empty={projectType === "" || undefined}>
        {projectType}
      </td>
      <td data-label="Project types" data-empty={projectTypes.length === 0 || undefined}>
        {projectTypes.join(", ")}
      </td>
      <td className={classes.id} data-label="Folder id" data-empty={folderId === "" || undefined}>
        {folderId}
      </td>
      <td data-label="Mapping">
        {isMappingCorrect ? "Correct" : <Tag tone={isFixed ? "ok" : "warn"}>{isFixed ? "Fixed" : "To fix"}</Tag>}
      </td>
      <td className={classes.time}>{formatDateTime({ time: createdAt, timeZone })}</td>
      <td className={classes.action} data-empty={isMappingCorrect || undefined}>
        {!isMappingCorrect && (
          <Button
            size="sm"
            variant={isFixed ? "tertiary" : "secondary"}
            loading={isSaving}
            aria-label={`${isFixed ? "Mark as not fixed" : "Mark as fixed"}: ${details}`}
            onClick={() => void mark()}
          >
            {isFixed ? "Mark as not fixed" : "Mark as fixed"}
          </Button>
        )}
      </td>
    </tr>
  );
}
