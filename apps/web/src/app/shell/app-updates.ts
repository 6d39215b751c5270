import type { AppStateStore } from "#app/app-state.ts";
import { afterInstallAnswer } from "#app/shell/install-banner-rules.ts";
import { SKIP_WAITING } from "#app/service-worker/messages.ts";

const SAID_NO_KEY = "ridgebook-no-install";

/** What browsers that can install apps hand over when they are ready to ask. Not in the DOM's types: not a standard. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

const isInstallPrompt = (event: Event): event is InstallPromptEvent => "prompt" in event && "userChoice" in event;

/** New versions of the app, and its installation on the device: offered, never forced (1.§4 Install and update). */
export class AppUpdates {
  readonly #state: AppStateStore;
  readonly #storage: Storage | undefined;
  #prompt: InstallPromptEvent | undefined;
  #waitingWorker: ServiceWorker | undefined;
  #isUpdating = false;

  constructor({ state, storage }: { state: AppStateStore; storage: Storage | undefined }) {
    this.#state = state;
    this.#storage = storage;
    state.change({ saidNoToInstall: this.#storage?.getItem(SAID_NO_KEY) !== null && storage !== undefined });
  }

  /** Begins to listen for the browser's readiness to install. */
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

  /** A new version has been fetched and waits. */
  offerUpdate(worker: ServiceWorker): void {
    this.#waitingWorker = worker;
    this.#state.change({ isUpdateReady: true });
  }

  /** The new version takes over as soon as it is told to; `handleNewWorker` then reloads the page. */
  update(): void {
    if (!this.#waitingWorker) return;
    this.#isUpdating = true;
    this.#waitingWorker.postMessage(SKIP_WAITING);
  }

  /** A new version took over: reloads where Update was pressed, offers it in all other tabs. */
  handleNewWorker(): void {
    if (this.#isUpdating) this.reload();
    else this.#state.change({ isUpdateReady: false, isReloadOffered: true });
  }

  reload(): void {
    window.location.reload();
  }

  #answerInstall(answer: "no" | "accepted" | "declined"): void {
    const { hasPrompt, saidNo } = afterInstallAnswer(answer);
    if (saidNo) this.#storage?.setItem(SAID_NO_KEY, "true");
    this.#state.change({ hasInstallPrompt: hasPrompt, saidNoToInstall: saidNo });
  }
}
