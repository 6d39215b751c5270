import { Button } from "@mantine/core";
import { fullName, searchableText, type CompanyId, type User } from "@ridgebook/contract";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ActiveFilterField, useActiveFilter } from "#features/admin/active-filter.tsx";
import classes from "#features/admin/admin.module.css";
import { useClient } from "#server-client/client-context.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { linkRow, ROW_LINK } from "#ui/link-row.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";

/** More rows are slow to draw and nobody reads them; the search finds the others. */
const MOST_ROWS = 200;

/** The address of a user who is not saved yet (ROUTE-17). */
const NEW_USER_LINK = { to: "/admin/users/$id", params: { id: "-2" } } as const;

/** Everybody with an account, whatever company they are in. */
export function UsersPage() {
  const client = useClient();
  const active = useActiveFilter();
  const [searchText, setSearchText] = useState("");
  const users = useQuery({
    queryKey: ["admin", "users", active],
    queryFn: ({ signal }) => client.call("listUsers", { query: { active } }, { signal }),
  });
  const companies = useQuery({
    queryKey: ["admin", "companies", undefined],
    queryFn: ({ signal }) => client.call("listCompanies", { query: {} }, { signal }),
  });
  const companyNames = new Map(companies.data?.map(({ id, name }) => [id, name]));

  const wanted = searchableText(searchText.trim());
  const found = users.data?.filter((user) =>
    [fullName(user), user.email, companyNameOf(user, companyNames)].some((text) =>
      searchableText(text).includes(wanted),
    ),
  );
  return (
    <div className={classes.page}>
      <PageHeader
        title="Users"
        note={users.data?.length.toLocaleString("en-US")}
        actions={
          <Button
            renderRoot={(button) => <Link {...NEW_USER_LINK} {...button} />}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          >
            New user
          </Button>
        }
      />
      <div className={classes.toolbar} role="search" aria-label="Users">
        <div className={classes.search}>
          <SearchField
            aria-label="Search users"
            placeholder="Name, e-mail, company"
            value={searchText}
            onChange={(event) => setSearchText(event.currentTarget.value)}
            onClear={() => setSearchText("")}
          />
        </div>
        <div className={classes.choice}>
          <ActiveFilterField path="/admin/users" />
        </div>
      </div>
      <Panel as="div" padding="none">
        {users.isPending && <SkeletonRows rows={8} label="Loading users" />}
        {users.isError && (
          <EmptyState
            title="The users could not be loaded"
            action={
              <Button variant="secondary" onClick={() => void users.refetch()}>
                Try again
              </Button>
            }
          />
        )}
        {found?.length === 0 && <EmptyState title="No user matches" text="Change the search or the filter." />}
        {found && found.length > 0 && (
          <table className={classes.table}>
            <caption className="rb-visually-hidden">Users</caption>
            <colgroup>
              <col style={{ width: "22%" }} />
              <col style={{ width: "27%" }} />
              <col />
              <col style={{ width: 88 }} />
              <col style={{ width: 180 }} />
            </colgroup>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">E-mail</th>
                <th scope="col">Company</th>
                <th scope="col">Role</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, MOST_ROWS).map((user) => (
                <UserRow key={user.id} user={user} companyName={companyNameOf(user, companyNames)} />
              ))}
            </tbody>
          </table>
        )}
        {found && found.length > MOST_ROWS && (
          <p className={classes.note}>
            The first {MOST_ROWS} of {found.length.toLocaleString("en-US")}. Search to find the others.
          </p>
        )}
      </Panel>
    </div>
  );
}

const companyNameOf = ({ companyId }: User, names: ReadonlyMap<CompanyId, string>): string =>
  companyId === null ? "" : (names.get(companyId) ?? "");

function UserRow({ user, companyName }: { user: User; companyName: string }) {
  const tags = [
    !user.active && { label: "Inactive", tone: "warn" as const },
    user.active && !user.emailConfirmed && { label: "Not set up", tone: "neutral" as const },
    user.isSuperAdmin && { label: "Super admin", tone: "neutral" as const },
    user.isMasterAdmin && { label: "Master admin", tone: "neutral" as const },
  ].filter((tag) => tag !== false);
  return (
    <tr {...linkRow()}>
      <th scope="row">
        <Link {...ROW_LINK} className={classes.name} to="/admin/users/$id" params={{ id: String(user.id) }}>
          {fullName(user)}
        </Link>
      </th>
      <td className={classes.wide}>{user.email}</td>
      <td className={companyName === "" ? classes.quiet : undefined}>{companyName || "None or several"}</td>
      <td>{user.role}</td>
      <td>
        {tags.length === 0 ? (
          "Active"
        ) : (
          <span className={classes.tags}>
            {tags.map(({ label, tone }) => (
              <Tag key={label} tone={tone}>
                {label}
              </Tag>
            ))}
          </span>
        )}
      </td>
    </tr>
  );
}
