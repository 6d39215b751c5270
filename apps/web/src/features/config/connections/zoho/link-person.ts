import { fullName, type ExternalCrmUser, type ListedUser } from "@ridgebook/contract";
import type { ServerClient } from "#server-client/server-client.ts";

/** The value that stands for a Zoho user without a user here. */
export const INVITE = "invite";

/** The update of a user whose id in the CRM changes. */
const withExternalId = (user: ListedUser, externalId: string | null) => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phoneNumber: user.phoneNumber,
  active: user.active,
  role: user.role ?? "User",
  folderId: user.folderId,
  externalId,
});

export const nameOfPerson = ({ firstName, lastName, email }: ExternalCrmUser): string =>
  `${firstName} ${lastName}`.trim() || email;

/**
 * Links a user of Zoho with a user here, invites them (`INVITE`), or links them with no one (""). The former link ends after the new one is made: if
 * that fails, everything stays as it was.
 *
 * @param former who is linked with the person so far
 * @returns the result, for a notice
 */
export async function linkPerson(
  client: Pick<ServerClient, "call">,
  {
    person,
    former,
    chosen,
    here,
  }: {
    person: ExternalCrmUser;
    former: ListedUser | undefined;
    chosen: string;
    here: readonly ListedUser[];
  },
): Promise<string> {
  const name = nameOfPerson(person);
  const user = here.find(({ id }) => String(id) === chosen);
  let message = `${name} is linked with nobody`;
  if (chosen === INVITE) {
    const { firstName, lastName, email, phoneNumber, id } = person;
    await client.call("createUser", { body: { firstName, lastName, email, phoneNumber, externalId: id } });
    message = `${name} is invited`;
  } else if (user) {
    await client.call("updateUser", { params: { id: chosen }, body: withExternalId(user, person.id) });
    message = `${name} is ${fullName(user)} here`;
  }
  if (former && former !== user)
    await client.call("updateUser", { params: { id: String(former.id) }, body: withExternalId(former, null) });
  return message;
}
