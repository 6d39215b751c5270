import { Button } from "@mantine/core";
import { formatDateTime, checkFile, SPREADSHEET_RULES } from "@ridgebook/contract";
import { IconDownload } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { makeUuid } from "#features/config/attempt-key.ts";
import classes from "#features/config/config.module.css";
import { FieldList } from "#features/config/field-list.tsx";
import type { FieldsSearch } from "#features/config/fields-search.ts";
import { FileButton } from "#features/config/file-button.tsx";
import { ImportPanel } from "#features/config/import-panel.tsx";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { useNewestVersion } from "#features/config/use-newest-version.ts";
import { VersionList } from "#features/config/version-list.tsx";
import { usePriceBook } from "#local-data/price-book/use-price-book.ts";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { ViewLink, ViewLinks } from "#ui/view-links.tsx";

const NO_BREAK_SPACE = "\u00A0";
const ICON = { size: 18, stroke: 1.75, "aria-hidden": true };

/** The company's price book: contents, import and export as a spreadsheet, versions (SET-25). */
export function EstimateFieldsPage() {
  const search: FieldsSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { isOnline, timeZone } = useSession();
  const newest = useNewestVersion();
  const [chosen, setChosen] = useState<{ importId: string; file: File }>();

  const showImport = (importId: string | undefined): void =>
    void navigate({ to: "/config/estimate-fields", search: { import: importId } });
  const importFile = (file: File): void => {
    const [message] = checkFile(file, SPREADSHEET_RULES);
    if (message !== undefined) {
      notices.add({ message, type: "error" });
      return;
    }
    const importId = makeUuid();
    setChosen({ importId, file });
    showImport(importId);
  };

  const view = search.view === "versions" ? "versions" : "fields";
  return (
    <div className={`${classes.page} ${classes.formPage} rb-titled-by-bar`}>
      <PageHeader
        title="Fields and prices"
        actions={
          search.import === undefined && (
            <>
              <ExportLink />
              <FileButton label="Import" isDisabled={!isOnline} onChoose={importFile} />
            </>
          )
        }
      />
      {/* Its line is reserved before the server's answer, so that what is below does not move. */}
      <p className={`rb-hint ${classes.version}`}>
        {newest
          ? [
              `Version ${String(newest.version)}`,
              ...(newest.author ? [newest.author] : []),
              formatDateTime({ time: newest.publishedTime, timeZone }),
            ].join(" · ")
          : NO_BREAK_SPACE}
      </p>
      {search.import !== undefined ? (
        <div className={classes.content}>
          <ImportPanel
            key={search.import}
            importId={search.import}
            file={chosen?.importId === search.import ? chosen.file : undefined}
            onChooseFile={importFile}
            onClose={() => showImport(undefined)}
          />
        </div>
      ) : (
        <>
          <ViewLinks label="Price book" className={classes.views}>
            <ViewLink
              to="/config/estimate-fields"
              search={{ view: "fields" }}
              isShown={view === "fields"}
              replace={false}
            >
              Fields
            </ViewLink>
            <ViewLink
              to="/config/estimate-fields"
              search={{ view: "versions" }}
              isShown={view === "versions"}
              replace={false}
            >
              Versions
            </ViewLink>
          </ViewLinks>
          <div className={classes.content}>
            <OfflineBanner />
            {view === "versions" ? <VersionList search={search} /> : <FieldList search={search} />}
          </div>
        </>
      )}
    </div>
  );
}

/** Saves the workbook as a download of the browser. */
function ExportLink() {
  const { companyId } = useSession();
  const { value: book } = usePriceBook();
  return (
    <Button
      size="lg"
      variant="secondary"
      renderRoot={(button) => (
        // eslint-disable-next-line jsx-a11y/anchor-has-content -- the button's content is handed over with its properties
        <a
          {...button}
          href={`/api/estimatefields/export?companyId=${String(companyId)}`}
          download={`Price book ${String(book?.version ?? "")}.xlsx`}
        />
      )}
      leftSection={<IconDownload {...ICON} />}
    >
      Export
    </Button>
  );
}
