import { fullName, type ListedUser } from "@ridgebook/contract";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { invitationText, leadsText, STATE_LABELS, stateOf } from "#features/users/user-rules.ts";
import classes from "#features/users/users.module.css";
import { useSession } from "#server-client/session-context.tsx";
import { linkRow, ROW_LINK } from "#ui/link-row.ts";
import { Tag } from "#ui/tag.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";
import { useNow } from "#ui/use-now.ts";

export interface UserTableProps {
  /** In the order in which they are shown. */
  readonly users: readonly ListedUser[];
  /** Who looks at the list. */
  readonly selfId: number | undefined;
  /** The address of a person's page. */
  readonly pathOf: (user: ListedUser) => string;
  /** What can be done with a person, at the end of the row. */
  readonly menuOf: (user: ListedUser) => ReactNode;
}

/** People as rows, on a phone as cards. Each opens its person. */
export function UserTable(props: UserTableProps) {
  const List = useIsPhone() ? UserCards : UserRows;
  return <List {...props} />;
}

function UserRows({ users, selfId, pathOf, menuOf }: UserTableProps) {
  const hasLeads = users.some(({ leadCount }) => leadCount !== undefined);
  return (
    <table className={classes.table}>
      <caption className="rb-visually-hidden">Users by last name</caption>
      <thead>
        <tr>
          <th scope="col">Name and e-mail</th>
          <th scope="col" className={classes.roleColumn}>
            Role
          </th>
          <th scope="col" className={classes.stateColumn}>
            State
          </th>
          {hasLeads && (
            <th scope="col" className={classes.leadsColumn}>
              Leads
            </th>
          )}
          <th scope="col" className={classes.menuColumn}>
            <span className="rb-visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id} {...linkRow(classes.row)} data-quiet={!user.active || undefined}>
            <td>
              <UserName user={user} isSelf={user.id === selfId} path={pathOf(user)} />
              <div className={classes.second}>{user.email}</div>
            </td>
            <td>{user.role ?? "–"}</td>
            <td>
              <StateMark user={user} />
              <InvitationNote user={user} />
            </td>
            {hasLeads && (
              <td className={classes.leadsColumn} data-nothing={!user.leadCount || undefined}>
                {user.leadCount?.toLocaleString("en-US")}
              </td>
            )}
            <td className={classes.menuColumn}>{menuOf(user)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function UserCards({ users, selfId, pathOf, menuOf }: UserTableProps) {
  return (
    <ul className={classes.cards} aria-label="Users by last name">
      {users.map((user) => (
        <li key={user.id} {...linkRow(classes.card)} data-quiet={!user.active || undefined}>
          <div className={classes.cardText}>
            <div className={classes.cardLine}>
              <UserName user={user} isSelf={user.id === selfId} path={pathOf(user)} />
              {stateOf(user) !== "active" && <StateMark user={user} />}
            </div>
            <div className={classes.cardEmail}>{user.email}</div>
            <div className={classes.cardLine}>
              <span className={classes.cardFacts}>
                {[user.role, user.leadCount ? leadsText(user.leadCount) : ""].filter(Boolean).join(" · ")}
              </span>
              <InvitationNote user={user} />
            </div>
          </div>
          {menuOf(user)}
        </li>
      ))}
    </ul>
  );
}

function UserName({ user, isSelf, path }: { user: ListedUser; isSelf: boolean; path: string }) {
  return (
    <span className={classes.name}>
      <Link to={path} className={classes.nameLink} {...ROW_LINK}>
        {fullName(user)}
      </Link>
      {isSelf && <span className={classes.you}> you</span>}
    </span>
  );
}

function StateMark({ user }: { user: ListedUser }) {
  const state = stateOf(user);
  if (state === "invited") return <Tag>{STATE_LABELS.invited}</Tag>;
  return <span className={classes.state}>{STATE_LABELS[state]}</span>;
}

function InvitationNote({ user }: { user: ListedUser }) {
  const { timeZone } = useSession();
  const text = invitationText(user, { now: useNow(), timeZone });
  return text === undefined ? null : <div className={classes.second}>{text}</div>;
}
