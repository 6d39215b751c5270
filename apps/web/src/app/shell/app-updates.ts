import type { AppStateStore } from "#app/app-state.ts";
import { afterInstallAnswer } from "#app/shell/install-banner-rules.ts";
import { SKIP_WAITING } from "#app/service-worker/messages.ts";
import type { KeptTexts } from "#ui/kept-texts.ts";
import type { ServerAge } from "#server-client/server-client.ts";

const SAID_NO_KEY = "ridgebook-no-install";

/** Taking over is quick, unless the former worker is still sending. */
const TAKE_OVER_WITHIN_MS = 15_000;

/** A new version of some megabytes takes longer over a weak signal; it is offered once it is stored. */
const ARRIVE_WITHIN_MS = 60_000;

type OfferedWorker = Pick<ServiceWorker, "postMessage" | "state">;

/** The event of browsers that are ready to install the app. Not in the DOM's types: not a standard. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

const isInstallPrompt = (event: Event): event is InstallPromptEvent => "prompt" in event && "userChoice" in event;

/** New versions of the app, and its installation on the device: offered, never forced (1.§4 Install and update). */
export class AppUpdates {
  readonly #state: AppStateStore;
  readonly #texts: KeptTexts;
  #prompt: InstallPromptEvent | undefined;
  readonly #reloadPage: () => void;
  #look: (() => Promise<boolean>) | undefined;
  #waitingWorker: OfferedWorker | undefined;
  #isUpdating = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ state, texts, reloadPage }: { state: AppStateStore; texts: KeptTexts; reloadPage: () => void }) {
    this.#state = state;
    this.#texts = texts;
    this.#reloadPage = reloadPage;
    state.change({ saidNoToInstall: texts.read(SAID_NO_KEY) !== "" });
  }

  /** Starts listening for the browser's readiness to install. */
  start(): void {
    window.addEventListener("beforeinstallprompt", (event) => {
      if (!isInstallPrompt(event)) return;
      // The banner asks first; the browser's own question comes after Yes.
      event.preventDefault();
      this.#prompt = event;
      this.#state.change({ hasInstallPrompt: true });
    });
    window.addEventListener("appinstalled", () => this.#state.change({ hasInstallPrompt: false }));
  }

  async install(): Promise<void> {
    const prompt = this.#prompt;
    if (!prompt) return;
    this.#prompt = undefined;
    await prompt.prompt();
    const { outcome } = await prompt.userChoice;
    this.#answerInstall(outcome === "accepted" ? "accepted" : "declined");
  }

  refuseInstall(): void {
    this.#answerInstall("no");
  }

  /** Sets how to check for a new version: resolves to whether one is on its way. */
  lookWith(look: () => Promise<boolean>): void {
    this.#look = look;
  }

  /** A newer server usually comes with a newer app. */
  noteServerAge(serverAge: ServerAge): void {
    if (serverAge === this.#state.getSnapshot().serverAge) return;
    this.#state.change({ serverAge });
    // Offline, no new version can be found.
    if (serverAge === "newer" || serverAge === "tooNew") this.#look?.().catch(() => undefined);
  }

  /** A new version has been fetched and waits. */
  offerUpdate(worker: OfferedWorker): void {
    this.#waitingWorker = worker;
    this.#state.change({ isUpdateReady: true, updateSearch: "none" });
    if (this.#isUpdating) this.#letTakeOver(worker);
  }

  /** A new version did not arrive completely. */
  handleFailedUpdate(): void {
    if (this.#isUpdating) this.#giveUp("nothingFound");
  }

  /** Always ends: `handleNewWorker` reloads the page, or the banner shows what went wrong. */
  async update(): Promise<void> {
    this.#isUpdating = true;
    const worker = this.#waitingWorker;
    if (worker && worker.state !== "redundant") {
      this.#letTakeOver(worker);
      return;
    }
    if (!this.#look) {
      // Without a worker every page comes from the server, in its newest version.
      this.reload();
      return;
    }
    this.#state.change({ updateSearch: "looking" });
    this.#giveUpAfter(ARRIVE_WITHIN_MS, "nothingFound");
    const isOnItsWay = await this.#look().catch(() => false);
    if (!isOnItsWay) this.handleFailedUpdate();
  }

  /** A new version took over: reloads if Update was pressed, offers a reload in all other tabs. */
  handleNewWorker(): void {
    clearTimeout(this.#timer);
    this.#waitingWorker = undefined;
    // Also before the reload, which the user of a page with unsaved input may cancel.
    this.#state.change({ isUpdateReady: false, isReloadOffered: true, updateSearch: "none" });
    if (!this.#isUpdating) return;
    this.#isUpdating = false;
    this.reload();
  }

  reload(): void {
    this.#reloadPage();
  }

  #letTakeOver(worker: OfferedWorker): void {
    if (worker.state === "activating" || worker.state === "activated") {
      // It took over without this page: an active worker does not change the controller again.
      this.handleNewWorker();
      return;
    }
    this.#state.change({ updateSearch: "takingOver" });
    this.#giveUpAfter(TAKE_OVER_WITHIN_MS, "notTakenOver");
    worker.postMessage(SKIP_WAITING);
  }

  #giveUpAfter(milliseconds: number, reason: "nothingFound" | "notTakenOver"): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#giveUp(reason), milliseconds);
  }

  #giveUp(reason: "nothingFound" | "notTakenOver"): void {
    clearTimeout(this.#timer);
    this.#isUpdating = false;
    this.#state.change({ updateSearch: reason });
  }

  #answerInstall(answer: "no" | "accepted" | "declined"): void {
    const { hasPrompt, saidNo } = afterInstallAnswer(answer);
    if (saidNo) this.#texts.keep(SAID_NO_KEY, "true");
    this.#state.change({ hasInstallPrompt: hasPrompt, saidNoToInstall: saidNo });
  }
}
