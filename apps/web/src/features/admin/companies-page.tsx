import { Button } from "@mantine/core";
import { formatDate, hasEveryWord, type Company, type CompanyFigures } from "@ridgebook/contract";
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { ActiveFilterField, useActiveFilter } from "#features/admin/active-filter.tsx";
import classes from "#features/admin/admin.module.css";
import { CompanyDialog } from "#features/admin/company-dialog.tsx";
import { DeleteCompanyDialog } from "#features/admin/delete-company-dialog.tsx";
import { ExportCompanyDialog } from "#features/admin/export-company-dialog.tsx";
import { storageText } from "#features/admin/storage-text.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { countText } from "#ui/counted-text.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { TableHead } from "#ui/table-head.tsx";
import { Tag } from "#ui/tag.tsx";

const COMPANIES_KEY = ["admin", "companies"];

type OpenDialog = { kind: "create" } | { kind: "edit" | "export" | "delete"; company: Company };

/** All companies of the installation: add, change, delete and enter them (ADM-01 to ADM-03). */
export function CompaniesPage() {
  const client = useClient();
  const queryClient = useQueryClient();
  const active = useActiveFilter();
  const [searchText, setSearchText] = useState("");
  const [dialog, setDialog] = useState<OpenDialog>();
  const companies = useQuery({
    queryKey: [...COMPANIES_KEY, active],
    queryFn: ({ signal }) => client.call("listCompanies", { query: { active } }, { signal }),
  });
  const figures = useQuery({
    queryKey: [...COMPANIES_KEY, "figures"],
    queryFn: ({ signal }) => client.call("listCompanyFigures", {}, { signal }),
  });
  const figuresById = new Map(figures.data?.map((each) => [each.companyId, each]));
  const close = (): void => setDialog(undefined);
  const closeAndReload = (): void => {
    close();
    void queryClient.invalidateQueries({ queryKey: COMPANIES_KEY });
  };

  const shown = companies.data?.filter(({ name }) => hasEveryWord(name, searchText));
  return (
    <div className={`rb-stack ${classes.page}`}>
      <PageHeader
        title="Companies"
        note={companies.data && countText(companies.data.length)}
        actions={
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => setDialog({ kind: "create" })}
          >
            New company
          </Button>
        }
      />
      <div className={classes.toolbar} role="search" aria-label="Companies">
        <div className={classes.search}>
          <SearchField
            aria-label="Search companies"
            placeholder="Name"
            value={searchText}
            onChange={(event) => setSearchText(event.currentTarget.value)}
            onClear={() => setSearchText("")}
          />
        </div>
        <div className={classes.choice}>
          <ActiveFilterField path="/admin/companies" />
        </div>
      </div>
      <Panel as="div" padding="none">
        {companies.isPending && <SkeletonRows rows={5} label="Loading companies" />}
        {companies.isError && <LoadFailure what="The companies" onRetry={() => void companies.refetch()} />}
        {shown?.length === 0 && (
          <EmptyState
            title={active === undefined && searchText === "" ? "No companies yet" : "No company matches"}
            text={
              active === undefined && searchText === ""
                ? "Add the first one, then enter it to set it up."
                : "Change the search or the filter."
            }
          />
        )}
        {shown && shown.length > 0 && (
          <table className={`rb-table ${classes.table}`}>
            <caption className="rb-visually-hidden">Companies</caption>
            <colgroup>
              <col />
              <col style={{ width: "5rem" }} />
              <col style={{ width: "4.25rem" }} />
              <col style={{ width: "4.75rem" }} />
              <col style={{ width: "7.75rem" }} />
              <col style={{ width: "5.25rem" }} />
              <col className={classes.actionColumn} />
            </colgroup>
            <TableHead
              columns={[
                "Name",
                "State",
                { label: "Users", className: classes.number },
                { label: "Leads", className: classes.number },
                "Last used",
                { label: "Files", className: classes.number },
                { label: "Actions", isHidden: true },
              ]}
            />
            <tbody>
              {shown.map((company) => (
                <CompanyRow
                  key={company.id}
                  company={company}
                  figures={figuresById.get(company.id)}
                  onOpen={(kind) => setDialog({ kind, company })}
                />
              ))}
            </tbody>
          </table>
        )}
      </Panel>
      {dialog?.kind === "create" && <CompanyDialog onSaved={closeAndReload} onDismiss={close} />}
      {dialog?.kind === "edit" && <CompanyDialog company={dialog.company} onSaved={closeAndReload} onDismiss={close} />}
      {dialog?.kind === "export" && <ExportCompanyDialog company={dialog.company} onDismiss={close} />}
      {dialog?.kind === "delete" && (
        <DeleteCompanyDialog company={dialog.company} onDeleted={closeAndReload} onDismiss={close} />
      )}
    </div>
  );
}

/** The cell as screen readers and cards show it: the number with its word. */
function Figure({ children, word }: { children: string; word: string }) {
  return (
    <td className={classes.number}>
      {children}
      <span className={classes.word}> {word}</span>
    </td>
  );
}

const lastUsedText = (time: string | null, timeZone: string): string =>
  time === null ? "Never" : formatDate({ time, timeZone });

function CompanyRow({
  company,
  figures,
  onOpen,
}: {
  company: Company;
  /** Undefined while loading, or after a failure. */
  figures: CompanyFigures | undefined;
  onOpen: (kind: "edit" | "export" | "delete") => void;
}) {
  const { chooseCompany, reportFailure, timeZone } = useSession();
  const { history } = useRouter();
  const [isEntering, setIsEntering] = useState(false);
  const { name, active } = company;
  const enter = async (): Promise<void> => {
    setIsEntering(true);
    try {
      await chooseCompany(company.id);
      history.push("/");
    } catch (error) {
      setIsEntering(false);
      await reportFailure(error);
    }
  };
  return (
    <tr>
      <th scope="row" className={classes.name}>
        {name}
      </th>
      <td className={classes.wide}>{active ? "Active" : <Tag tone="warn">Inactive</Tag>}</td>
      <Figure word={figures?.users === 1 ? "user" : "users"}>{figures ? countText(figures.users) : ""}</Figure>
      <Figure word={figures?.leads === 1 ? "lead" : "leads"}>{figures ? countText(figures.leads) : ""}</Figure>
      <td className={classes.quiet}>{figures && lastUsedText(figures.lastActivityTime, timeZone)}</td>
      <Figure word="of files">{figures ? storageText(figures.fileBytes) : ""}</Figure>
      <td>
        <div className={classes.actions}>
          <Button size="sm" variant="secondary" aria-label={`Edit ${name}`} onClick={() => onOpen("edit")}>
            Edit
          </Button>
          <Button size="sm" variant="secondary" aria-label={`Export ${name}`} onClick={() => onOpen("export")}>
            Export
          </Button>
          {active ? (
            <Button
              size="sm"
              variant="outline"
              aria-label={`Enter ${name}`}
              loading={isEntering}
              onClick={() => void enter()}
            >
              Enter
            </Button>
          ) : (
            <Button size="sm" variant="secondary" aria-label={`Delete ${name}`} onClick={() => onOpen("delete")}>
              Delete
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}
