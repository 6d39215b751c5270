import {
  DEFAULT_SETTINGS,
  Problem,
  type ConnectionAccount,
  type ConnectionFailure,
  type ProblemCode,
  type Settings,
} from "@ridgebook/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { consentReturns } from "#features/config/connections/consent-returns.ts";
import { HOVER, HoverPage } from "#features/config/connections/hover-page.tsx";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";
import { ClientContext } from "#server-client/client-context.tsx";
import type { ServerClient } from "#server-client/server-client.ts";
import { SessionContext, type Session, type SessionActions } from "#server-client/session-context.tsx";
import { mountPage } from "#testing/mount-page.tsx";
import { DialogHost } from "#ui/dialogs/dialog-host.tsx";
import { NoticeHost } from "#ui/notices/notice-host.tsx";

/* A page for the browser tests of a connection's page: the real page, with a server whose answers the test sets. */

/** A reply, or the failure of a call. */
export type Answer =
  | { readonly reply: unknown }
  | { readonly problem: ProblemCode; readonly failure?: ConnectionFailure };

export interface Given {
  readonly account?: Partial<ConnectionAccount>;
  readonly settings?: Partial<Settings>;
  /** By the name of the call; those left out succeed. */
  readonly answers?: Readonly<Record<string, Answer>>;
  /** The query of the consent page's redirect. */
  readonly query?: Readonly<Record<string, string>>;
}

const NOT_CONNECTED: ConnectionAccount = {
  provider: "hover",
  body: "Connect your company's Hover account to use it here.",
  state: "notConnected",
  authorizeUrl: "#hover-consent",
  rehearsalUrl: "#demo-consent",
  isRehearsal: false,
  rehearsalFaults: [],
  accountLabel: "",
  connectedByName: "",
  connectedTime: null,
  renewedTime: null,
  lastSuccessTime: null,
  lastFailure: null,
  cachedCount: 0,
};
const CONNECTED: ConnectionAccount = {
  ...NOT_CONNECTED,
  state: "connected",
  authorizeUrl: null,
  rehearsalUrl: null,
  accountLabel: "North Gable Exteriors",
  connectedByName: "Ann Lee",
  connectedTime: "2026-05-02T15:00:00.000Z",
  cachedCount: 38,
  renewedTime: "2026-05-14T13:02:00.000Z",
  lastSuccessTime: "2026-05-14T14:41:00.000Z",
};

let account: ConnectionAccount;
let answers: Map<string, Answer>;
const calls: { name: string; body?: unknown }[] = [];
const reported: string[] = [];
let searchOf: () => unknown;

interface Body {
  readonly faults?: ConnectionAccount["rehearsalFaults"];
  /** The first difference of settings. */
  readonly 0?: { readonly value: Settings["measurementNames"] };
}

/** The server's default behavior. */
function act(name: string, body: Body | undefined): unknown {
  if (name === "updateSettings") return { ...DEFAULT_SETTINGS, measurementNames: body?.[0]?.value ?? {} };
  if (name === "connectHover") account = { ...CONNECTED, cachedCount: 0 };
  else if (name === "setHoverRehearsal") account = { ...account, rehearsalFaults: body?.faults ?? [] };
  else if (name === "clearHoverCache") account = { ...account, cachedCount: 0 };
  else if (name === "disconnectHover") account = NOT_CONNECTED;
  return name === "clearHoverCache" || name === "disconnectHover" ? true : account;
}

function mount({ account: given = {}, settings, answers: told = {}, query }: Given): void {
  account = { ...(given.state === "notConnected" || !given.state ? NOT_CONNECTED : CONNECTED), ...given };
  answers = new Map(Object.entries(told));
  if (query) consentReturns.note(HOVER.path, query);
  const client = {
    call: async (name: string, { body }: { body?: Body } = {}) => {
      calls.push({ name, ...(body !== undefined && { body }) });
      await Promise.resolve();
      const answer = answers.get(name);
      if (answer && "problem" in answer)
        throw new Problem(answer.problem, answer.failure ? { errors: { provider: [answer.failure] } } : {});
      return answer ? answer.reply : act(name, body);
    },
  } as unknown as ServerClient;
  const sync = (): Promise<void> => {
    calls.push({ name: "sync" });
    return Promise.resolve();
  };
  const localData = { sync: { run: sync } } as unknown as LocalData;
  const session = {
    companyId: 1,
    companyName: "North Gable",
    isOnline: true,
    timeZone: "America/New_York",
    settings: { ...DEFAULT_SETTINGS, smtpPasswordIsSet: false, ...settings },
    reportFailure: (error: unknown) => {
      reported.push(error instanceof Problem ? error.code : String(error));
      return Promise.resolve();
    },
  } as unknown as Session & SessionActions;
  const root = createRootRoute({
    component: () => (
      <main data-ground="canvas">
        <Outlet />
        <NoticeHost />
        <DialogHost />
      </main>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: "/config/hover-integration", component: HoverPage }),
    ]),
    history: createMemoryHistory({ initialEntries: [HOVER.path] }),
  });
  searchOf = () => router.state.location.search;
  mountPage(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ClientContext value={client}>
        <SessionContext value={session}>
          <LocalDataProvider localData={localData}>
            <RouterProvider router={router as never} />
          </LocalDataProvider>
        </SessionContext>
      </ClientContext>
    </QueryClientProvider>,
  );
}

export const hoverPage = {
  mount,
  /** Answers a call this way from now on; null: as a working server. */
  answer: (name: string, answer: Answer | null): void => {
    if (answer) answers.set(name, answer);
    else answers.delete(name);
  },
  calls: (name: string): { name: string; body?: unknown }[] => calls.filter((call) => call.name === name),
  reported: (): string[] => reported,
  search: (): unknown => searchOf(),
  place: (): string => globalThis.location.hash,
};
