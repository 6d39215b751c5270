import { Problem, type RehearsalFault } from "@ridgebook/contract";
import { cacheRepository } from "./cache-repository.ts";
import type { Connections } from "./connections.ts";
import type { Provider } from "./provider.ts";

type Who = Parameters<Connections["account"]>[0];

/** The handlers that all connected accounts share; each provider's routes have their own names for them. */
export function accountCalls(connections: Connections, provider: Provider, countedCalls: readonly string[]) {
  const account = (who: Who) => connections.account(who, provider, countedCalls);
  return {
    account,
    connect: async ({ body, ...who }: Who & { body: { code: string; state: string } }) => {
      await connections.connect(who, provider, body);
      return account(who);
    },
    refresh: async (who: Who) => {
      await connections.renewNow(who, provider);
      return account(who);
    },
    disconnect: (who: Who) => connections.disconnect(who, provider),
    clearCache: async ({ transact }: Pick<Who, "transact">) => {
      await transact((scope) => cacheRepository.clear(scope, provider.id));
      return true;
    },
    rehearse: async ({ body, ...who }: Who & { body: { faults: RehearsalFault[] } }) => {
      if (!provider.rehearsal) throw new Problem("notFound");
      provider.rehearsal.setFaults(body.faults);
      return account(who);
    },
  };
}
