import { connectionFailure, type ConnectionFailure, type Problem } from "@ridgebook/contract";

/**
 * Why a connected service failed, as a `providerFailed` problem names it. What a newer server says, which this app does not know, reads
 * as "unavailable"; undefined where the problem is another one.
 */
export function failureOfProvider(problem: Problem): ConnectionFailure | undefined {
  if (problem.code !== "providerFailed") return undefined;
  const named = connectionFailure.safeParse(problem.details.errors?.["provider"]?.[0]);
  return named.success ? named.data : "unavailable";
}

/** The pages of Config on which providers are connected, where they are called otherwise than the provider. */
const PAGES: Readonly<Record<string, string>> = { "Google Drive": "Files", OneDrive: "Files" };

/** What a person reads of a failure, and what they can do about it. `name` is the provider's: "Hover". */
export function providerFailureText(failure: ConnectionFailure, name: string): string {
  const page = PAGES[name] ?? name;
  switch (failure) {
    case "notConnected":
      return `${name} is not connected. An admin connects it in Config, under ${page}.`;
    case "reconnectNeeded":
      return `${name} no longer accepts the permission. An admin reconnects it in Config, under ${page}.`;
    case "refused":
      return `${name} refused: the permission does not cover this. Reconnect with an account that may do everything that Ridgebook asks for.`;
    case "notFound":
      return `${name} did not find what was asked for. Check that it is still there.`;
    case "tooManyCalls":
      return `The limit of calls at ${name} is reached. Wait a minute and try again.`;
    case "timedOut":
      return `${name} did not answer in time. Try again in a few minutes.`;
    case "unavailable":
      return `${name} cannot be reached, or has a problem of its own. Try again in a few minutes.`;
    case "unreadable":
      return `${name} sent something that could not be read. Try again; if it stays so, ask ${name}’s support.`;
    case "tooLarge":
      return `${name} sent more than Ridgebook takes. Ask ${name}’s support about it.`;
    case "storageFull":
      return `No room is left in the storage of ${name}. Make room there and try again, or connect an account with more.`;
    case "certificate":
      return `The certificate of ${name} is not valid, so nothing was sent. The operator of this installation has to look at it.`;
    case "notSetUp":
      return `This installation is not set up for ${name}. Its operator enters a client id and secret of ${name}.`;
  }
}

/** Words for the failure of a call of a connected service; undefined where the general ones say it. */
export function providerProblemText(problem: Problem, name: string): string | undefined {
  const failure = failureOfProvider(problem);
  if (failure) return providerFailureText(failure, name);
  // The service kept our server waiting for too long.
  return problem.status === 408 ? providerFailureText("timedOut", name) : undefined;
}
