import { fullName, isolatedText } from "@ridgebook/contract";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import {
  invitationText,
  isSelf,
  keyOfPerson,
  leadsText,
  rightsText,
  signedInText,
  STATE_LABELS,
  stateOf,
  type Person,
} from "#features/users/user-rules.ts";
import classes from "#features/users/users.module.css";
import { useSession } from "#server-client/session-context.tsx";
import { countText } from "#ui/counted-text.ts";
import { linkRow, ROW_LINK } from "#ui/link-row.ts";
import { TableHead } from "#ui/table-head.tsx";
import { Tag } from "#ui/tag.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";
import { useNow } from "#ui/use-now.ts";

export interface PersonPath {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

interface UserTableProps {
  /** In the order in which they are shown. */
  readonly users: readonly Person[];
  /** Whether they are of several companies, each of which is named. */
  readonly isEverywhere: boolean;
  /** The viewer. */
  readonly selfId: number | undefined;
  /** The path of a user's page. */
  readonly pathOf: (user: Person) => PersonPath;
  /** The actions on a user, at the end of the row. */
  readonly menuOf: (user: Person) => ReactNode;
}

/** Users as rows, on a phone as cards. Each opens its user. */
export function UserTable(props: UserTableProps) {
  const List = useIsPhone() ? UserCards : UserRows;
  return <List {...props} />;
}

function UserRows({ users, isEverywhere, selfId, pathOf, menuOf }: UserTableProps) {
  const { timeZone } = useSession();
  const now = useNow();
  const hasLeads = users.some(({ leadCount }) => leadCount !== undefined);
  return (
    <table className="rb-table">
      <caption className="rb-visually-hidden">Users by last name</caption>
      <TableHead
        columns={[
          "Name and e-mail",
          isEverywhere && { label: "Company", className: classes.companyColumn },
          { label: "Role", className: classes.roleColumn },
          { label: "State", className: classes.stateColumn },
          hasLeads && { label: "Last signed in", className: classes.signInColumn },
          hasLeads && { label: "Leads", className: classes.leadsColumn },
          { label: "Actions", className: classes.menuColumn, isHidden: true },
        ]}
      />
      <tbody>
        {users.map((user) => (
          <tr key={keyOfPerson(user)} {...linkRow(classes.row)} data-quiet={!user.active || undefined}>
            <td>
              <UserName user={user} isOwn={isSelf(user, selfId)} path={pathOf(user)} />
              <div className="rb-small">{user.email}</div>
            </td>
            {isEverywhere && <td>{user.companyName || "–"}</td>}
            <td>{user.role ?? "–"}</td>
            <td>
              <StateMark user={user} />
              <InvitationNote user={user} />
              {rightsText(user) && <div className="rb-small">{rightsText(user)}</div>}
            </td>
            {hasLeads && <td className={classes.signInColumn}>{signedInText(user, { now, timeZone })}</td>}
            {hasLeads && (
              <td className={classes.leadsColumn} data-nothing={!user.leadCount || undefined}>
                {user.leadCount === undefined ? null : countText(user.leadCount)}
              </td>
            )}
            <td className={classes.menuColumn}>{menuOf(user)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function UserCards({ users, isEverywhere, selfId, pathOf, menuOf }: UserTableProps) {
  const { timeZone } = useSession();
  const now = useNow();
  const factsOf = (user: Person): string =>
    [
      isEverywhere && user.companyName,
      user.role,
      user.leadCount ? leadsText(user.leadCount) : "",
      user.lastSignedInTime ? signedInText(user, { now, timeZone }) : "",
      rightsText(user),
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <ul className="rb-list" aria-label="Users by last name">
      {users.map((user) => (
        <li key={keyOfPerson(user)} {...linkRow(classes.card)} data-quiet={!user.active || undefined}>
          <div className={classes.cardText}>
            <div className={classes.cardLine}>
              <UserName user={user} isOwn={isSelf(user, selfId)} path={pathOf(user)} />
              {stateOf(user) !== "active" && <StateMark user={user} />}
            </div>
            <div className={classes.cardEmail}>{user.email}</div>
            <div className={classes.cardLine}>
              <span className="rb-hint">{isolatedText(factsOf(user))}</span>
              <InvitationNote user={user} />
            </div>
          </div>
          {menuOf(user)}
        </li>
      ))}
    </ul>
  );
}

function UserName({ user, isOwn, path }: { user: Person; isOwn: boolean; path: PersonPath }) {
  return (
    <span className={classes.name}>
      <Link {...path} className={classes.nameLink} {...ROW_LINK}>
        {fullName(user)}
      </Link>
      {isOwn && <span className={classes.you}> you</span>}
    </span>
  );
}

function StateMark({ user }: { user: Person }) {
  const state = stateOf(user);
  if (state === "invited" && user.mailRefusedTime) return <Tag tone="bad">Not delivered</Tag>;
  if (state === "invited") return <Tag>{STATE_LABELS.invited}</Tag>;
  return <span className={classes.state}>{STATE_LABELS[state]}</span>;
}

function InvitationNote({ user }: { user: Person }) {
  const { timeZone } = useSession();
  const text = invitationText(user, { now: useNow(), timeZone });
  return text === undefined ? null : <div className="rb-small">{text}</div>;
}
