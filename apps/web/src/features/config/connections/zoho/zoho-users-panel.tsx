import { Button } from "@mantine/core";
import { fullName, Problem, type ExternalCrmUser, type ListedUser } from "@ridgebook/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import classes from "#features/config/connections/connections.module.css";
import { INVITE, linkPerson, nameOfPerson } from "#features/config/connections/zoho/link-person.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/** Which Zoho users work here, so that leads get their owner as salesperson. */
export function ZohoUsersPanel() {
  const client = useClient();
  const queries = useQueryClient();
  const { companyId, isOnline } = useSession();
  const queryKey = ["zoho-users", companyId];
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => ({
      there: await client.call("listZohoUsers", { query: { active: "true" } }, { signal }),
      here: await client.call("listUsers", { query: {} }, { signal }),
    }),
  });
  const { isBusy, attempt } = useAttempt({
    isExplained: (error) => error instanceof Problem && error.code === "emailTaken",
    // The number of kept records is shown with the account.
    onSettled: () => Promise.all([queryKey, ["connection"]].map((key) => queries.invalidateQueries({ queryKey: key }))),
  });
  /** Resolves to true on success, which a notice tells. */
  const attemptWithNotice = (work: () => Promise<string>) =>
    attempt(async () => void notices.add({ message: await work() }));
  const refresh = () =>
    attemptWithNotice(async () =>
      (await client.call("refreshZohoUsers", {}))
        ? "The users of Zoho are read again"
        : "Zoho did not answer. The users are those of before.",
    );

  return (
    <Panel
      title="Users of Zoho CRM"
      actions={
        <Button variant="secondary" disabled={!isOnline || isBusy} onClick={() => void refresh()}>
          Refresh users
        </Button>
      }
    >
      <div className="rb-stack">
        <p className={classes.quiet}>
          The owner of a lead in Zoho becomes its salesperson here, where you say who that is.
        </p>
        {isPending && <SkeletonRows rows={3} label="Loading the users of Zoho" />}
        {data?.there.length === 0 && <p>Zoho did not name any users. Press Refresh users.</p>}
        {data?.there.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            here={data.here}
            isOnline={isOnline}
            isBusy={isBusy}
            onLink={(choice) => attemptWithNotice(() => linkPerson(client, { person, here: data.here, ...choice }))}
          />
        ))}
      </div>
    </Panel>
  );
}

/** The user here who belongs to a Zoho user. A choice waits for its button: the keyboard passes through a list one by one, and an invitation sends a mail. */
function PersonRow({
  person,
  here,
  isOnline,
  isBusy,
  onLink,
}: {
  person: ExternalCrmUser;
  here: readonly ListedUser[];
  isOnline: boolean;
  isBusy: boolean;
  /** Resolves to true on success. */
  onLink: (choice: { former: ListedUser | undefined; chosen: string }) => Promise<boolean>;
}) {
  const row = useRef<HTMLDivElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const [choice, setChoice] = useState<string>();
  const [isLinking, setIsLinking] = useState(false);
  const former = here.find(({ externalId }) => externalId === person.id);
  const linked = former ? String(former.id) : "";
  const options = [
    ...here
      .filter(({ externalId }) => externalId === null || externalId === person.id)
      .map((user) => ({ value: String(user.id), label: fullName(user) })),
    ...(person.accountWithEmailExists || person.email === ""
      ? []
      : [{ value: INVITE, label: `Invite ${person.email}` }]),
  ];
  // The user may have been linked elsewhere since they were chosen.
  const chosen = choice === "" || options.some(({ value }) => value === choice) ? (choice ?? linked) : linked;
  const verb = chosen === INVITE ? "Invite" : chosen === "" ? "Unlink" : "Link";
  const name = nameOfPerson(person);
  const link = async (): Promise<void> => {
    setIsLinking(true);
    const isDone = await onLink({ former, chosen });
    setIsLinking(false);
    if (isDone) setChoice(undefined);
    // The button is removed or disabled, which loses the focus; a focus that the user moved meanwhile is kept.
    const focused = document.activeElement;
    if (focused === document.body || row.current?.contains(focused)) select.current?.focus();
  };
  return (
    <div ref={row} className={classes.person}>
      <SelectField
        ref={select}
        label={name}
        hint={person.email}
        emptyLabel="Nobody here"
        value={chosen}
        disabled={!isOnline}
        options={options}
        onChange={({ currentTarget }) => setChoice(currentTarget.value)}
      />
      {chosen !== linked && (
        <Button
          variant="secondary"
          className={classes.start}
          loading={isLinking}
          disabled={!isOnline || isBusy}
          aria-label={`${verb} ${name}`}
          onClick={() => void link()}
        >
          {verb}
        </Button>
      )}
    </div>
  );
}
