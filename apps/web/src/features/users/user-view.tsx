import { fullName, Problem } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useUserActions, useUsers } from "#features/users/use-user-actions.ts";
import type { FolderOfUser } from "#features/users/use-user-form.ts";
import { UserForm } from "#features/users/user-form.tsx";
import { UserMenu } from "#features/users/user-menu.tsx";
import {
  invitationText,
  locksOf,
  rightsText,
  signedInText,
  STATE_LABELS,
  stateOf,
  type Person,
} from "#features/users/user-rules.ts";
import classes from "#features/users/users.module.css";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useNow } from "#ui/use-now.ts";

/** A row of the list with the account's own members: over all companies the account is edited. */
function useWithAccount(row: Person | undefined): { user: Person | undefined; error: Error | null; retry: () => void } {
  const client = useClient();
  const accountId = row?.accountId ?? undefined;
  const account = useQuery({
    queryKey: ["admin", "user", accountId],
    queryFn: ({ signal }) => client.call("getUser", { params: { id: String(accountId) } }, { signal }),
    enabled: accountId !== undefined,
    // Edits start from the server's current data, and are not replaced meanwhile.
    gcTime: 0,
    staleTime: Infinity,
  });
  const retry = (): void => void account.refetch();
  if (!row || accountId === undefined) return { user: row, error: null, retry };
  if (!account.data) return { user: undefined, error: account.error, retry };
  const { firstName, lastName, email, phoneNumber, isSuperAdmin, isMasterAdmin } = account.data;
  return { user: { ...row, firstName, lastName, email, phoneNumber, isSuperAdmin, isMasterAdmin }, error: null, retry };
}

/**
 * One user: the form, and the actions.
 *
 * @param idText a user's id; a negative one is a new user
 * @param basePath the path of the list
 */
export function UserView({
  basePath,
  idText,
  folder,
}: {
  basePath: string;
  idText: string;
  folder?: FolderOfUser | undefined;
}) {
  const { user: self, timeZone } = useSession();
  const users = useUsers();
  const actions = useUserActions();
  const navigate = useNavigate();
  const now = useNow();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const company = typeof search["company"] === "string" ? search["company"] : undefined;
  const row = users.data?.find(
    ({ id, accountId, companyId }) =>
      String(accountId ?? id) === idText && (company === undefined || String(companyId) === company),
  );
  const { user, error, retry } = useWithAccount(row);
  const toList = (): void => void navigate({ to: basePath });
  const back = <Link to={basePath}>All users</Link>;

  if (/^-\d+$/.test(idText))
    return (
      <div className={classes.page} data-ground="canvas">
        <PageHeader back={back} title="New user" />
        <UserForm user={undefined} locks={{}} folder={folder} onSaved={toList} />
      </div>
    );

  const failure = error ?? (users.data ? null : users.error);
  const isPending = !failure && (!users.data || row !== undefined);
  if (!users.data || !row || !user)
    return (
      <div className={classes.page} data-ground="canvas">
        <PageHeader back={back} title="User" />
        <Panel as="div" padding={isPending ? "normal" : "none"}>
          {isPending && <SkeletonRows rows={5} label="Loading the user" />}
          {failure && (
            <LoadFailure
              what="The user"
              text={failure.message}
              onRetry={() => (users.data ? retry() : void users.refetch())}
            />
          )}
          {users.data && !row && <EmptyState title={new Problem("notFound").message} action={back} />}
        </Panel>
      </div>
    );
  const locks = locksOf(user, { users: users.data, selfId: self?.id });
  const facts = [
    row.companyName,
    STATE_LABELS[stateOf(user)],
    invitationText(user, { now, timeZone }),
    user.lastSignedInTime && `Last signed in ${signedInText(user, { now, timeZone })}`,
    rightsText(user),
    user.hasTwoStep && "Two-step sign-in",
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <div className={classes.page} data-ground="canvas">
      <PageHeader
        back={back}
        title={fullName(user)}
        actions={<UserMenu user={row} users={users.data} locks={locks} actions={actions} onRemoved={toList} />}
      >
        {facts}
      </PageHeader>
      {/* A new form after a change from the menu. */}
      <UserForm
        key={`${String(user.active)} ${user.role ?? ""}`}
        user={user}
        locks={locks}
        folder={folder}
        onSaved={toList}
      />
    </div>
  );
}
