import { Button } from "@mantine/core";
import { IconDotsVertical, IconDownload, IconFileImport, IconPlus, IconSend } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AddFromCsv } from "#features/users/add-from-csv.tsx";
import { useUserActions, useUsers, type UserActions } from "#features/users/use-user-actions.ts";
import { MenuItem, UserMenu } from "#features/users/user-menu.tsx";
import {
  countStates,
  locksOf,
  searchUsers,
  sortedByLastName,
  STATE_LABELS,
  stateOf,
  USER_STATES,
  userListSearch,
  type Person,
  type UserCounts,
  type UserListSearch,
} from "#features/users/user-rules.ts";
import { UserTable, type PersonPath } from "#features/users/user-table.tsx";
import { usersCsv } from "#features/users/users-csv.ts";
import classes from "#features/users/users.module.css";
import { saveFile } from "#files/save-file.ts";
import { useSession } from "#server-client/session-context.tsx";
import { countText, countedText } from "#ui/counted-text.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { PopUp } from "#ui/pop-up.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";
import { ViewLink, ViewLinks } from "#ui/view-links.tsx";

/** The id of the form for a new person: any negative one opens it (ROUTE-17). */
const NEW_USER = "-1";

/** More rows are slow to draw and are not read; the search finds the others. */
const MOST_ROWS = 500;

/**
 * The list of users, searched and filtered in the address.
 *
 * @param basePath the path of the list; a user is at `{basePath}/{id}`
 * @param views links to the views of the page, if it has others
 */
export function UsersView({ basePath, views }: { basePath: string; views?: ReactNode }) {
  const search = userListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const users = useUsers();
  const actions = useUserActions();
  const isPhone = useIsPhone();
  const barRef = useBottomBar();
  const { companyId } = useSession();
  const isEverywhere = companyId === null;

  const all = users.data;
  const found = sortedByLastName(searchUsers(all ?? [], search.searchQuery));
  const shown = search.state === undefined ? found : found.filter((user) => stateOf(user) === search.state);
  const change = (changed: UserListSearch): void =>
    void navigate({ to: basePath, search: { ...changed }, replace: true, resetScroll: false });

  const isAdding = search.add === "csv" && !isEverywhere;
  const { add: _add, ...listSearch } = search;
  const addFromCsv = (): void =>
    void navigate({ to: basePath, search: { ...listSearch, add: "csv" }, resetScroll: isPhone });
  const closeCsv = (): void =>
    void navigate({ to: basePath, search: { ...listSearch }, replace: true, resetScroll: false });
  const csv = isAdding && all && <AddFromCsv users={all} reload={actions.reload} onClose={closeCsv} />;

  const newPath: string = `${basePath}/${NEW_USER}`;
  const invite = (
    <Button
      size="lg"
      fullWidth={isPhone}
      renderRoot={(button) => <Link to={newPath} {...button} />}
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
    >
      {isEverywhere ? "New user" : "Invite"}
    </Button>
  );
  if (isPhone && csv)
    return (
      <div className={classes.page} data-ground="canvas">
        <div className="rb-hidden-on-phone">
          <PageHeader title="Users" />
        </div>
        {csv}
      </div>
    );
  return (
    <div className={classes.page} data-ground="canvas">
      <div className="rb-hidden-on-phone">
        <PageHeader
          title="Users"
          note={all && countText(all.length)}
          actions={
            !isPhone && (
              <>
                {!isEverywhere && (
                  <Button
                    size="lg"
                    variant="secondary"
                    aria-expanded={isAdding}
                    leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden />}
                    onClick={isAdding ? closeCsv : addFromCsv}
                  >
                    Add from CSV
                  </Button>
                )}
                {invite}
              </>
            )
          }
        />
      </div>
      {views}
      {/* Its height depends on the users, so it waits for them. */}
      {!users.isLoading && (
        <div
          className={`rb-row ${classes.toolbar}`}
          data-ground={isPhone ? "surface" : "canvas"}
          role="search"
          aria-label="Users"
        >
          <div className={classes.search}>
            <SearchField
              aria-label="Search users"
              placeholder={
                isPhone && all
                  ? `Search ${countedText(all.length, "user")}`
                  : isEverywhere
                    ? "Name, e-mail or company"
                    : "Name or e-mail"
              }
              value={search.searchQuery ?? ""}
              onChange={(event) => change({ ...search, searchQuery: event.currentTarget.value })}
              onClear={() => change({ ...search, searchQuery: "" })}
            />
          </div>
          <StateFilter basePath={basePath} search={search} counts={countStates(found)} />
          {all && (
            <ListActions
              users={all}
              shown={shown}
              actions={actions}
              isPhone={isPhone}
              {...(!isEverywhere && { onAddFromCsv: addFromCsv })}
            />
          )}
        </div>
      )}
      <div key={users.isLoading ? "coming" : "here"} className={classes.list} data-beside={isAdding || undefined}>
        {csv && <div className={classes.beside}>{csv}</div>}
        <Panel as="div" padding="none">
          {users.isPending && <SkeletonRows rows={8} label="Loading the users" />}
          {users.isError && !all && (
            <LoadFailure what="The users" text={users.error.message} onRetry={() => void users.refetch()} />
          )}
          {all && all.length > 0 && shown.length === 0 && (
            <EmptyState
              title={search.searchQuery ? `No user fits “${search.searchQuery.trim()}”.` : "No user is in this state."}
              action={
                <Link to={basePath} className="rb-action-link">
                  Show all users
                </Link>
              }
            />
          )}
          {all && shown.length > 0 && <People basePath={basePath} users={all} shown={shown} actions={actions} />}
          {shown.length > MOST_ROWS && (
            <p className={`rb-hint ${classes.note}`}>
              The first {MOST_ROWS} of {countText(shown.length)}. Search to find the others.
            </p>
          )}
          {!isEverywhere && all && all.length <= 1 && shown.length === all.length && (
            <EmptyState
              title={all.length === 0 ? "Nobody here yet" : "Nobody else yet"}
              text="Invite the people who sell for your company. Each gets a mail with a link to set a password."
              action={
                <span className={classes.links}>
                  <Link to={newPath} className="rb-action-link">
                    Invite somebody
                  </Link>
                  <Link to={basePath} search={{ add: "csv" }} className="rb-action-link">
                    Add from CSV
                  </Link>
                </span>
              }
            />
          )}
        </Panel>
      </div>
      {isPhone && (
        <div ref={barRef} className={`rb-bar ${classes.bar}`}>
          {invite}
        </div>
      )}
    </div>
  );
}

function People({
  basePath,
  users,
  shown,
  actions,
}: {
  basePath: string;
  users: readonly Person[];
  shown: readonly Person[];
  actions: UserActions;
}) {
  const { user: self, companyId } = useSession();
  return (
    <UserTable
      users={shown.slice(0, MOST_ROWS)}
      isEverywhere={companyId === null}
      selfId={self?.id}
      pathOf={(user) => pathOfPerson({ basePath, user, isEverywhere: companyId === null })}
      menuOf={(user) => (
        <UserMenu user={user} users={users} locks={locksOf(user, { users, selfId: self?.id })} actions={actions} />
      )}
    />
  );
}

/** Over all companies a user is identified by the account, if any, and the address names the company. */
function pathOfPerson({
  basePath,
  user,
  isEverywhere,
}: {
  basePath: string;
  user: Person;
  isEverywhere: boolean;
}): PersonPath {
  if (!isEverywhere) return { to: `${basePath}/${String(user.id)}`, search: {} };
  return {
    to: `${basePath}/${String(user.accountId ?? user.id)}`,
    search: user.companyId === null ? {} : { company: String(user.companyId) },
  };
}

function StateFilter({
  basePath,
  search: { searchQuery, state: chosen, add },
  counts,
}: {
  basePath: string;
  search: UserListSearch;
  /** Of the search's results. */
  counts: UserCounts;
}) {
  return (
    <ViewLinks label="State" className={classes.states}>
      {([undefined, ...USER_STATES] as const).map((state) => (
        <ViewLink
          key={state ?? "all"}
          to={basePath}
          search={{ ...(searchQuery !== undefined && { searchQuery }), ...(state && { state }), ...(add && { add }) }}
          isShown={state === chosen}
          count={countText(counts[state ?? "all"])}
        >
          {state ? STATE_LABELS[state] : "All"}
        </ViewLink>
      ))}
    </ViewLinks>
  );
}

/** Actions on all of them: beside the filters, on a phone behind a button. */
function ListActions({
  users,
  shown,
  actions,
  isPhone,
  onAddFromCsv,
}: {
  users: readonly Person[];
  shown: readonly Person[];
  actions: UserActions;
  isPhone: boolean;
  /** Left out over all companies: people of a file are invited to one. */
  onAddFromCsv?: () => void;
}) {
  const confirm = useConfirm();
  // A person who declined is not asked again with all others.
  const pending = onAddFromCsv
    ? users.filter((user) => stateOf(user) === "invited" && user.invitation?.state !== "declined").length
    : 0;
  const sendText = pending === 1 ? "Send set-up mail again" : `Send set-up mail to all ${String(pending)}`;
  const send = async (): Promise<void> => {
    const isSure = await confirm({
      title: `${sendText}?`,
      message: `${pending === 1 ? "The person who has not accepted" : "Each"} gets a new link to set a password. Links of former mails stop working.`,
      confirmText: "Send",
    });
    if (isSure) await actions.resendAll();
  };
  const exportCsv = (): void => saveFile(usersCsv(shown));
  if (isPhone)
    return (
      <div className={classes.more}>
        <PopUp
          isSheet
          label="Actions for all users"
          buttonLabel="Actions for all users"
          buttonClassName="rb-square rb-filled"
          button={<IconDotsVertical size={20} stroke={1.75} aria-hidden />}
        >
          {(closing) => (
            <div className="rb-menu">
              {pending > 0 && (
                <MenuItem closing={closing} onClick={() => void send()}>
                  {sendText}
                </MenuItem>
              )}
              {onAddFromCsv && (
                <MenuItem closing={closing} onClick={onAddFromCsv}>
                  Add from CSV
                </MenuItem>
              )}
              <MenuItem closing={closing} onClick={exportCsv}>
                Export CSV
              </MenuItem>
            </div>
          )}
        </PopUp>
      </div>
    );
  return (
    <div className={classes.listActions}>
      {pending > 0 && (
        <Button
          variant="tertiary"
          leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
          onClick={() => void send()}
        >
          {sendText}
        </Button>
      )}
      <Button variant="tertiary" leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />} onClick={exportCsv}>
        Export CSV
      </Button>
    </div>
  );
}
