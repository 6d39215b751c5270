import "#app/without-eval.ts";
import type { Environment } from "@ridgebook/contract";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AppRoot } from "#app/app-root.tsx";
import { AppStateStore, INITIAL_STATE } from "#app/app-state.ts";
import { BUILD_VERSION, IS_BUILT } from "#app/build-info.ts";
import { watchDefects } from "#app/defects.ts";
import { loadPart } from "#app/load-part.ts";
import { PageViews } from "#app/page-views.ts";
import { preloadImages } from "#app/preload-images.ts";
import { createAppRouter } from "#app/router.ts";
import { preloadSalesArea } from "#app/routes/estimator-routes.ts";
import { holdPageLock } from "#app/service-worker/pages-of-other-versions.ts";
import { registerServiceWorker } from "#app/service-worker/register-service-worker.ts";
import { isStillWaiting } from "#app/service-worker/still-waiting.ts";
import { goTo } from "#app/session/go-to.ts";
import { KeptCompany } from "#app/session/kept-company.ts";
import { openSessionChannel } from "#app/session/session-channel.ts";
import { AppSession } from "#app/session/session.ts";
import { AppUpdates } from "#app/shell/app-updates.ts";
import { createTelemetry, type OpenRoute } from "#app/telemetry.ts";
import { watchPages } from "#app/watch-pages.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { AccessToken } from "#server-client/access-token.ts";
import { IMAGE_CACHE } from "#files/kept-file.ts";
import { createServerClient } from "#server-client/server-client.ts";
import { ServerClock } from "#server-client/server-clock.ts";
import { dialogs } from "#ui/dialogs/dialogs.ts";
import { keptTexts } from "#ui/kept-texts.ts";
import { notices } from "#ui/notices/notices.ts";
import { fadeSplash } from "#ui/splash.ts";
import { followVisibleHeight } from "#ui/visible-height.ts";
import { reloadUnasked } from "#ui/warn-before-unload.ts";

/** Work that no page needs yet waits until the requested page is shown. */
const LATER_MS = 2_000;

/** Nothing waits for the databases before they are loaded. */
let storageWaitMs = (): number => 0;
const keptCompany = new KeptCompany(keptTexts);
const state = new AppStateStore({ ...INITIAL_STATE, isOnline: navigator.onLine });
const updates = new AppUpdates({ state, texts: keptTexts, reloadPage: () => window.location.reload() });
const token = new AccessToken();
const clock = new ServerClock({ texts: keptTexts, now: Date.now, elapsed: () => performance.now() });
const client = createServerClient({
  fetch: (...call) => fetch(...call),
  token,
  getCompanyId: () => state.getSnapshot().companyId,
  getAccountId: () => state.getSnapshot().user?.id,
  onCookieAccount: (accountId) => keptCompany.keepCookieAccountId(accountId),
  onServerAge: (age) => updates.noteServerAge(age),
  onSent: clock.start,
  onLineBack: (hear) => {
    addEventListener("online", hear);
    return () => removeEventListener("online", hear);
  },
  locks: navigator.locks,
});
const session = new AppSession({
  client,
  token,
  state,
  keptCompany,
  channel: openSessionChannel(),
  loadLocalData: async () => {
    const { createLocalData } = await loadPart(() => import("#local-data/local-data.ts"));
    const localData = createLocalData({
      server: { call: (call) => client.callFor(call) },
      deviceClock: () => clock.read(),
      onStorageLost: reloadIfPossible,
      onAppTooOld: () => updates.noteServerAge("tooNew"),
    });
    storageWaitMs = () => localData.storageWaitMs();
    // If it cannot be loaded, the list of documents shows the same.
    setTimeout(() => void watchPapersOf(localData).catch(() => undefined), LATER_MS);
    // Pages that are not served securely have no caches.
    if ("caches" in window)
      preloadImages({
        localData,
        openCache: () => caches.open(IMAGE_CACHE),
        fetch: (...call) => fetch(...call),
        whenIdle: (work) => setTimeout(work, LATER_MS),
        reportDefect: reportError,
      });
    return localData;
  },
  forgetPictures: async () => {
    if ("caches" in window) await caches.delete(IMAGE_CACHE);
  },
  preloadPages: preloadSalesArea,
  confirm: (question) => dialogs.confirm(question),
  showNotice: (notice) => notices.add(notice),
  navigate: (path) => goTo(router.history)(path),
  checkGuards: () => router.invalidate(),
  reportDefect: reportError,
  now: Date.now,
});
const router = createAppRouter({ session, state, client, showNotice: (notice) => notices.add(notice) });

async function watchPapersOf(localData: LocalData): Promise<void> {
  const { watchPapers } = await loadPart(() => import("#app/watch-papers.ts"));
  watchPapers({ localData, showNotice: (notice) => notices.add(notice), now: Date.now });
}

/** A reload loses no input: leaving the page keeps drafts. Without a network the app reloads only from its worker. */
function reloadIfPossible(): void {
  const hasWorker = "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
  if (navigator.onLine || hasWorker) reloadUnasked(window);
}

/** A page from the back-forward cache has closed its storage when it was left (decision 0053). */
function watchReturn(): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) reloadUnasked(window);
  });
}

/** A start is slow if its first page is not shown after this time. */
const SLOW_START_MS = 5_000;

/** The text of a slow start is loaded only then: nearly every start does without. */
async function explainSlowStart(): Promise<void> {
  const splash = document.getElementById("splash");
  if (!splash) return;
  const { watchSlowStart } = await import("#app/slow-start.ts");
  watchSlowStart({ splash, storageWaitMs: () => storageWaitMs(), reload: () => window.location.reload() });
}

/** The online status follows the browser's events; coming back online sends unsent changes and receives new ones. */
function watchNetwork(): void {
  window.addEventListener("offline", () => state.change({ isOnline: false }));
  window.addEventListener("online", () => {
    state.change({ isOnline: true });
    void session.refresh();
  });
}

/** Runs the worker's request; returns whether unsent changes are left. */
async function download(): Promise<boolean> {
  await session.refresh();
  const { user, localData } = state.getSnapshot();
  // A signed-out user has nothing here that could be sent.
  return user !== undefined && localData !== undefined && (await isStillWaiting(localData));
}

function startTelemetry(): ReturnType<typeof createTelemetry> {
  const readRoute = (): OpenRoute => {
    const { matches } = router.state;
    const titled = matches.findLast(({ staticData }) => staticData.title);
    return { path: matches.at(-1)?.fullPath ?? "/", title: titled?.staticData.title ?? "" };
  };
  return createTelemetry({ client, readRoute, version: BUILD_VERSION, origin: window.location.origin });
}

function showFirstPage(): void {
  fadeSplash();
  // The development server has no worker: it would hide fresh edits. In production it is registered after the first page, which must not wait until the
  // whole app is stored for offline use.
  if (IS_BUILT) void registerServiceWorker({ updates, state, download }).catch(reportError);
}

function mount(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no element with the id root.");
  createRoot(root).render(
    <StrictMode>
      <AppRoot state={state} updates={updates} client={client} session={session} router={router} />
    </StrictMode>,
  );
}

/** The user is known before anything is rendered; after the server's confirmation, the device is synced (1.§4 Start-up). */
async function start(): Promise<void> {
  // From the server, in the page that it serves.
  const environment = document.documentElement.dataset.environment as Environment;
  const telemetry = environment === "production" ? startTelemetry() : undefined;
  watchDefects({ environment, version: BUILD_VERSION, sink: telemetry?.reportDefect });
  holdPageLock({ locks: navigator.locks, program: import.meta.url });
  watchNetwork();
  watchReturn();
  setTimeout(() => void explainSlowStart().catch(reportError), SLOW_START_MS);
  followVisibleHeight();
  watchPages({
    router,
    state,
    pageViews: new PageViews(telemetry?.reportPageView),
    environment,
    onFirstPage: showFirstPage,
  });
  updates.start();
  // A user worked here before, and will most likely continue.
  if (keptCompany.readId() !== null) preloadSalesArea();
  await session.start();
  mount();
  await session.refresh();
}

// In a browser that is too old, /old-browser.js has said so on the page. Not awaited: chunks that are loaded meanwhile import from this file's chunk,
// which must finish first.
if (!("oldBrowser" in document.documentElement.dataset)) start().catch(reportError);
