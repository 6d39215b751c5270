import { Link } from "@tanstack/react-router";
import classes from "#features/master/folder-log-page.module.css";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";

/** The folders of the connected file storages (1.§2 Master area). No storage can be connected so far. */
export function FolderLogPage() {
  return (
    <div className={classes.page}>
      <PageHeader title="Folder log" />
      <Panel as="div" padding="none">
        <EmptyState
          title="No file storage is connected"
          text="Once a company connects one, this page lists the folders that Ridgebook made there, and which of them are in the wrong place."
          action={
            <Link to="/account/companies" search={{ select: "true" }}>
              Select a company
            </Link>
          }
        />
      </Panel>
    </div>
  );
}
