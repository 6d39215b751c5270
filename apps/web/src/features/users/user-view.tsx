import { Button } from "@mantine/core";
import { fullName, Problem } from "@ridgebook/contract";
import { Link, useNavigate } from "@tanstack/react-router";
import { useUserActions, useUsers } from "#features/users/use-user-actions.ts";
import { UserForm } from "#features/users/user-form.tsx";
import { UserMenu } from "#features/users/user-menu.tsx";
import { invitationText, locksOf, STATE_LABELS, stateOf } from "#features/users/user-rules.ts";
import classes from "#features/users/users.module.css";
import { useSession } from "#server-client/session-context.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useNow } from "#ui/use-now.ts";

/**
 * One person: what the company writes of them, and what can be done with them.
 *
 * @param idText a user's id; a negative one is a new person
 * @param basePath the address of the list
 */
export function UserView({ basePath, idText }: { basePath: string; idText: string }) {
  const { user: self, timeZone } = useSession();
  const users = useUsers();
  const actions = useUserActions();
  const navigate = useNavigate();
  const now = useNow();
  const toList = (): void => void navigate({ to: basePath });
  const back = <Link to={basePath}>All users</Link>;

  if (/^-\d+$/.test(idText))
    return (
      <div className={classes.page} data-ground="canvas">
        <PageHeader back={back} title="New user" />
        <UserForm user={undefined} locks={{}} onSaved={toList} />
      </div>
    );

  const user = users.data?.find(({ id }) => String(id) === idText);
  if (!users.data || !user)
    return (
      <div className={classes.page} data-ground="canvas">
        <PageHeader back={back} title="User" />
        <Panel as="div" padding={users.isPending ? "normal" : "none"}>
          {users.isPending && <SkeletonRows rows={5} label="Loading the user" />}
          {users.isError && !users.data && (
            <EmptyState
              title="The user could not be loaded"
              text={users.error.message}
              action={
                <Button variant="secondary" onClick={() => void users.refetch()}>
                  Try again
                </Button>
              }
            />
          )}
          {users.data && <EmptyState title={new Problem("notFound").message} action={back} />}
        </Panel>
      </div>
    );
  const locks = locksOf(user, { users: users.data, selfId: self?.id });
  const facts = [
    STATE_LABELS[stateOf(user)],
    invitationText(user, { now, timeZone }),
    user.hasTwoStep && "Two-step sign-in",
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <div className={classes.page} data-ground="canvas">
      <PageHeader
        back={back}
        title={fullName(user)}
        actions={<UserMenu user={user} users={users.data} locks={locks} actions={actions} onRemoved={toList} />}
      >
        {facts}
      </PageHeader>
      {/* Another form once the person was changed from the menu. */}
      <UserForm key={`${String(user.active)} ${user.role ?? ""}`} user={user} locks={locks} onSaved={toList} />
    </div>
  );
}
