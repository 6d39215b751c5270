import { DEFAULT_SETTINGS, Problem, type FieldErrors, type Settings, type StoredFile } from "@ridgebook/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { ContractSettingsPage } from "#features/config/contract-settings/contract-settings-page.tsx";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";
import type { FieldValues } from "#local-data/database/stored-record.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { ClientContext } from "#server-client/client-context.tsx";
import type { ServerClient } from "#server-client/server-client.ts";
import { SessionContext, type Session, type SessionActions } from "#server-client/session-context.tsx";
import { mountPage } from "#testing/mount-page.tsx";
import { DialogHost } from "#ui/dialogs/dialog-host.tsx";
import { NoticeHost } from "#ui/notices/notice-host.tsx";

/*
 * A page for the browser tests of the contract settings: the real page, with a server that records its requests and keeps settings and files while the
 * page is open.
 */

interface Difference {
  readonly path: string;
  readonly value: unknown;
  readonly former?: unknown;
}

interface Given {
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** The reason why the next save is refused. */
  readonly refusal?: { readonly status: 400 | 500 | 403; readonly errors?: FieldErrors };
}

const CODES = { 400: "validation", 500: "unexpected", 403: "accessDenied" } as const;

const DRAFT = "draft";

const saved: Difference[][] = [];
const reported: number[] = [];
let stored: Settings;
let refusal: Given["refusal"];
let goElsewhere: () => void;
const listeners = new Set<(storeName: "settings") => void>();

const files = new Map<string, StoredFile>();
const fileOf = (name: string, size: number): StoredFile => {
  const id = Array.from(name, (letter) => letter.charCodeAt(0).toString(16))
    .join("")
    .padEnd(64, "0")
    .slice(0, 64);
  return { id, name, size, uploadTimestamp: "2026-05-14T12:00:00.000Z", url: `/files/${id}` };
};

const answers = {
  updateSettings: ({ body }: { body: Difference[] }) => {
    if (refusal) throw new Problem(CODES[refusal.status], refusal.errors ? { errors: refusal.errors } : {});
    const conflicts = body.flatMap(({ path, value, former }) => {
      const field = path.slice(1);
      const theirs = stored[field as keyof Settings];
      return JSON.stringify(theirs) === JSON.stringify(former) ? [] : [{ field, former, mine: value, theirs }];
    });
    if (conflicts.length > 0) throw new Problem("validation", { conflicts });
    saved.push(body);
    stored = { ...stored, ...Object.fromEntries(body.map(({ path, value }) => [path.slice(1), value])) };
    return stored;
  },
  getFile: ({ params }: { params: { id: string } }) => files.get(params.id) ?? fileOf("unknown.png", 1),
  uploadFile: ({ file }: { file: File }) => {
    const kept = fileOf(file.name, file.size);
    files.set(kept.id, kept);
    return kept;
  },
};

function mount(given: Given): void {
  stored = { ...DEFAULT_SETTINGS, smtpPasswordIsSet: false, ...given.settings };
  refusal = given.refusal;
  const client = {
    call: (name: keyof typeof answers, input: never) =>
      Promise.resolve().then(() => (answers[name] as (input: never) => unknown)(input)),
  } as unknown as ServerClient;
  const localData = {
    settings: { read: () => Promise.resolve({ ...stored, id: 1 }), receive: () => Promise.resolve() },
    // In the browser's storage, so that a reopened page finds them.
    drafts: {
      save: ({ values }: { values: unknown }) => {
        localStorage.setItem(DRAFT, JSON.stringify(values));
        return Promise.resolve();
      },
      read: () => {
        const kept = localStorage.getItem(DRAFT);
        return Promise.resolve(kept === null ? undefined : { values: JSON.parse(kept) as FieldValues, savedTime: 1 });
      },
      drop: () => {
        localStorage.removeItem(DRAFT);
        return Promise.resolve();
      },
    },
    subscribe: (listener: (storeName: "settings") => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sync: {
      run: () => {
        for (const listener of listeners) listener("settings");
        return Promise.resolve();
      },
    },
  } as unknown as LocalData;
  const session = {
    companyId: 1,
    companyName: "North Gable",
    isOnline: true,
    reportFailure: (error: unknown) => {
      reported.push(error instanceof Problem ? error.status : 0);
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
      createRoute({ getParentRoute: () => root, path: "/", component: ContractSettingsPage }),
      createRoute({ getParentRoute: () => root, path: "/elsewhere", component: () => <p>Elsewhere</p> }),
    ]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  goElsewhere = () => {
    router.history.push("/elsewhere");
  };
  mountPage(
    <QueryClientProvider client={new QueryClient()}>
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

export const contractSettings = {
  mount,
  /** The saved lists of differences, in order. */
  saved: (): Difference[][] => saved,
  /** The statuses that reached the general handler. */
  reported: (): number[] => reported,
  stored: (): Settings => stored,
  /** Another admin saves; this device has not received it. */
  savedByAnother: (values: Partial<Settings>): void => {
    stored = { ...stored, ...values };
  },
  isDraftKept: (): boolean => localStorage.getItem(DRAFT) !== null,
  /** What a link or the browser would do. */
  goElsewhere: (): void => {
    goElsewhere();
  },
};
