import { Problem, type ConnectionAccount } from "@ridgebook/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { readAccount, type ConnectionProvider } from "#features/config/connections/connection-provider.ts";
import { consentReturns, type Consent, type ConsentReturn } from "#features/config/connections/consent-returns.ts";
import { useFirstRead } from "#local-data/first-reads.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { providerProblemText } from "#server-client/provider-failure.ts";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

export interface Connection {
  readonly account: ConnectionAccount | undefined;
  readonly isLoading: boolean;
  /** Whether a changing call is under way. */
  readonly isBusy: boolean;
  /** Continues with the query of the consent page. */
  readonly isFinishing: boolean;
  readonly reload: () => Promise<void>;
  /** Leaves the app for the consent page. */
  readonly openConsent: (which: "authorizeUrl" | "rehearsalUrl") => Promise<void>;
  /** Makes a call that returns the account. A failure is reported, and the account read again. */
  readonly change: (call: () => Promise<unknown>, done: string) => Promise<void>;
  /** Makes a call that returns true or false. */
  readonly end: (call: () => Promise<unknown>, texts: { done: string; not: string }) => Promise<void>;
}

/** A company's connection with a provider, and the actions of its page. */
export function useConnection(provider: ConnectionProvider): Connection {
  const client = useClient();
  const { companyId, reportFailure } = useSession();
  const queries = useQueryClient();
  const localData = useLocalData();
  const [isBusy, setIsBusy] = useState(false);
  const queryKey = ["connection", provider.name, companyId];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => readAccount(await provider.calls.read(client, signal)),
  });
  useFirstRead(query.isLoading);
  const reload = async (): Promise<void> => {
    await query.refetch();
  };
  const adopt = async (reply: unknown): Promise<void> => {
    const read = readAccount(reply);
    // An earlier request may be answered later.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, read);
  };
  const report = async (error: unknown): Promise<void> => {
    const text = error instanceof Problem ? providerProblemText(error, provider.name) : undefined;
    if (text === undefined) await reportFailure(error);
    else notices.add({ message: text, type: "error" });
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      await report(error);
      await reload();
    } finally {
      setIsBusy(false);
    }
  };
  const isFinishing = useConsentReturn(provider, adopt);

  return {
    account: query.data,
    isLoading: query.isPending,
    isBusy: isBusy || isFinishing,
    isFinishing,
    reload,
    openConsent: (which) =>
      attempt(async () => {
        // The data from opening the page is valid for ten minutes only.
        const fresh = readAccount(await provider.calls.read(client, new AbortController().signal));
        await adopt(fresh);
        const url = fresh[which];
        if (url !== null) globalThis.location.assign(url);
      }),
    change: (call, done) =>
      attempt(async () => {
        await adopt(await call());
        notices.add({ message: done });
      }),
    end: (call, { done, not }) =>
      attempt(async () => {
        const isDone = (await call()) === true;
        notices.add(isDone ? { message: done } : { message: not, type: "error" });
        await Promise.all([reload(), localData.sync.run()]);
      }),
  };
}

interface Outcome {
  readonly message: string;
  readonly messageType: "success" | "error";
}

/** The notice after coming back from the provider. */
async function finish(
  provider: ConnectionProvider,
  consent: ConsentReturn,
  connect: (consent: Consent) => Promise<void>,
): Promise<Outcome> {
  const { name } = provider;
  const failed = (message: string): Outcome => ({ message, messageType: "error" });
  if (consent.outcome === "denied") return failed(`You did not give the permission. Nothing of ${name} has changed.`);
  if (consent.outcome === "failed") return failed(`${name} could not give the permission. Press Connect again.`);
  try {
    const { outcome: _outcome, ...given } = consent;
    await connect(given);
    return { message: `${name} is connected`, messageType: "success" };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // A code or state from elsewhere is not even well-formed.
    const isStale = error.code === "connectionStale" || error.status === 400;
    const stale = new Problem("connectionStale").message;
    return failed(isStale ? stale : (providerProblemText(error, name) ?? error.message));
  }
}

/** Finishes what the consent page began, once, and shows a notice with the result (GUARD-01). True while that is under way. */
function useConsentReturn(provider: ConnectionProvider, adopt: (reply: unknown) => Promise<void>): boolean {
  const client = useClient();
  const { reportFailure } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const localData = useLocalData();
  const { companyId } = useSession();
  const [isUnderWay, setIsUnderWay] = useState(false);
  useEffect(() => {
    const consent = consentReturns.take(provider.path);
    if (!consent) return;
    const run = async (): Promise<void> => {
      setIsUnderWay(true);
      try {
        const { message, messageType } = await finish(provider, consent, async (answer) => {
          await adopt(await provider.calls.connect(client, answer));
          // The company's settings say that it is connected, which the rest of the app uses.
          await localData.sync.run();
        });
        const isGood = messageType === "success";
        const search = { message, messageType, messageAutoHide: String(isGood) };
        await router.navigate({ to: provider.path, search, replace: true });
        if (!isGood) await queries.invalidateQueries({ queryKey: ["connection", provider.name, companyId] });
      } catch (error) {
        await reportFailure(error);
      } finally {
        setIsUnderWay(false);
      }
    };
    void run();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per visit: the consent in the address is taken exactly once
  }, [provider.path]);
  return isUnderWay;
}
