import type { ConnectionAccount } from "@ridgebook/contract";
import type { GrantRow } from "./grant-repository.ts";
import type { Provider } from "./provider.ts";

/** One sentence for the page: who is connected, or what to do. */
function bodyOf({ name, site, rehearsal }: Provider, grant: GrantRow | undefined): string {
  if (grant?.state === "connected")
    return grant.isRehearsal
      ? `Connected with the demo ${name}: nothing here comes from your own account.`
      : `Connected with ${name} as ${grant.accountLabel || "your account"}.`;
  if (grant) {
    const day = grant.connectedTime.toLocaleDateString("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
    return `Reconnect: ${name} no longer accepts the permission that ${grant.connectedByName} gave on ${day}.`;
  }
  if (!site)
    return rehearsal
      ? `This installation is not set up for ${name}. You can try it with the demo ${name}.`
      : `This installation is not set up for ${name}. Its operator enters a client id and secret of ${name}.`;
  return `Connect your company's ${name} account to use it here.`;
}

export function describeAccount({
  provider,
  grant,
  ...given
}: {
  provider: Provider;
  grant: GrantRow | undefined;
} & Pick<ConnectionAccount, "authorizeUrl" | "rehearsalUrl" | "cachedCount">): ConnectionAccount {
  const { lastFailure, lastFailureTime } = grant ?? {};
  const missing = Object.entries(grant?.missingKeys ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;
  return {
    ...given,
    provider: provider.id,
    body: bodyOf(provider, grant),
    state: grant?.state ?? "notConnected",
    isRehearsal: grant?.isRehearsal ?? false,
    rehearsalFaults: [...(provider.rehearsal?.faults ?? [])],
    accountLabel: grant?.accountLabel ?? "",
    connectedByName: grant?.connectedByName ?? "",
    connectedTime: iso(grant?.connectedTime),
    renewedTime: iso(grant?.renewedTime),
    lastSuccessTime: iso(grant?.lastSuccessTime),
    missingKeys: missing.map(([call, keys]) => ({ call, keys: [...keys] })),
    lastFailure: lastFailure && lastFailureTime ? { time: lastFailureTime.toISOString(), failure: lastFailure } : null,
  };
}
