import { Button } from "@mantine/core";
import { fullName, Problem, type ExternalCrmUser, type ListedUser } from "@ridgebook/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import classes from "#features/config/connections/connections.module.css";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

const INVITE = "invite";

/** What an admin writes of a user whose id in the CRM changes. */
const withExternalId = (user: ListedUser, externalId: string | null) => ({
  ...{ firstName: user.firstName, lastName: user.lastName, email: user.email, phoneNumber: user.phoneNumber },
  ...{ active: user.active, role: user.role ?? "User", folderId: user.folderId, externalId },
});

/** Who of Zoho works here, so that leads get their owner as salesperson. */
export function ZohoUsersPanel() {
  const client = useClient();
  const queries = useQueryClient();
  const { companyId, isOnline, reportFailure } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const queryKey = ["zoho-users", companyId];
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => ({
      there: await client.call("listZohoUsers", { query: { active: "true" } }, { signal }),
      here: await client.call("listUsers", { query: {} }, { signal }),
    }),
  });
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    setIsBusy(true);
    try {
      notices.add({ message: await work() });
    } catch (error) {
      if (error instanceof Problem && error.code === "emailTaken")
        notices.add({ message: error.message, type: "error" });
      else await reportFailure(error);
    } finally {
      setIsBusy(false);
      await queries.invalidateQueries({ queryKey });
    }
  };
  const link = (person: ExternalCrmUser, { former, chosen }: { former: ListedUser | undefined; chosen: string }) =>
    attempt(async () => {
      const name = `${person.firstName} ${person.lastName}`.trim();
      if (former) {
        const params = { id: String(former.id) };
        await client.call("updateUser", { params, body: withExternalId(former, null) });
      }
      if (chosen === INVITE) {
        const { firstName, lastName, email, phoneNumber, id } = person;
        await client.call("createUser", { body: { firstName, lastName, email, phoneNumber, externalId: id } });
        return `${name} is invited`;
      }
      const user = data?.here.find(({ id }) => String(id) === chosen);
      if (!user) return `${name} is linked with nobody`;
      await client.call("updateUser", { params: { id: chosen }, body: withExternalId(user, person.id) });
      return `${name} is ${fullName(user)} here`;
    });
  const refresh = () =>
    attempt(async () =>
      (await client.call("refreshZohoUsers", {}))
        ? "The users of Zoho are read again"
        : "Zoho did not answer. The users are those of before.",
    );

  return (
    <Panel
      title="Users"
      actions={
        <Button variant="secondary" disabled={!isOnline || isBusy} onClick={() => void refresh()}>
          Refresh users
        </Button>
      }
    >
      <div className={classes.sections}>
        <p className={classes.quiet}>
          The owner of a lead in Zoho becomes its salesperson here, where you say who that is.
        </p>
        {isPending && <SkeletonRows rows={3} label="Loading the users of Zoho" />}
        {data?.there.length === 0 && <p>Zoho did not name any users. Press Refresh users.</p>}
        {data?.there.map((person) => {
          const former = data.here.find(({ externalId }) => externalId === person.id);
          const free = data.here.filter(({ externalId }) => externalId === null || externalId === person.id);
          return (
            <SelectField
              key={person.id}
              label={`${person.firstName} ${person.lastName}`.trim() || person.email}
              hint={person.email}
              emptyLabel="Nobody here"
              value={former ? String(former.id) : ""}
              disabled={!isOnline || isBusy}
              options={[
                ...free.map((user) => ({ value: String(user.id), label: fullName(user) })),
                ...(person.accountWithEmailExists || person.email === ""
                  ? []
                  : [{ value: INVITE, label: `Invite ${person.email}` }]),
              ]}
              onChange={(event) => void link(person, { former, chosen: event.currentTarget.value })}
            />
          );
        })}
      </div>
    </Panel>
  );
}
