import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { userListSearch } from "#features/users/user-rules.ts";
import { UsersView } from "#features/users/users-view.tsx";
import classes from "#features/users/users.module.css";
import { useSession } from "#server-client/session-context.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ViewLink, ViewLinks } from "#ui/view-links.tsx";

const PATH = "/config/users";

/**
 * The users of a company (ROUTE-19). With a connected CRM, a second view links the users of the CRM (ADM-10).
 *
 * @param crmUsers that view, from another feature
 */
export function UsersPage({ crmUsers }: { crmUsers: ReactNode }) {
  const { settings } = useSession();
  const { view } = userListSearch(useSearch({ strict: false }));
  if (settings?.zohoIntegrationEnabled !== true) return <UsersView basePath={PATH} />;
  const isCrm = view === "crm";
  const views = (
    <ViewLinks label="Users of" className={classes.views}>
      <ViewLink to={PATH} search={{}} isShown={!isCrm} replace={false}>
        People here
      </ViewLink>
      <ViewLink to={PATH} search={{ view: "crm" }} isShown={isCrm} replace={false}>
        Zoho CRM
      </ViewLink>
    </ViewLinks>
  );
  if (!isCrm) return <UsersView basePath={PATH} views={views} />;
  return (
    <div className={classes.page} data-ground="canvas">
      <div className="rb-hidden-on-phone">
        <PageHeader title="Users" />
      </div>
      {views}
      {crmUsers}
    </div>
  );
}

/** The users of all companies (ROUTE-16). */
export function AllUsersPage() {
  return <UsersView basePath="/admin/users" />;
}
