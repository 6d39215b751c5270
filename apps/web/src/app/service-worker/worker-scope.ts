import type { PrecacheEntry } from "workbox-precaching";

/** The part of a service worker's global scope in use. The DOM types of the app know only the window's. */
export interface WorkerScope {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled?: boolean }): Promise<readonly PageClient[]>;
  };
  readonly registration: Pick<ServiceWorkerRegistration, "installing" | "waiting">;
  skipWaiting(): Promise<void>;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown> & LongEvent) => void): void;
  addEventListener(type: "install" | "activate", listener: (event: LongEvent) => void): void;
  addEventListener(type: "sync" | "periodicsync", listener: (event: SyncEvent) => void): void;
}

/** An open page, from its worker's view. */
export interface PageClient {
  readonly visibilityState: DocumentVisibilityState;
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

/** An event that keeps the worker alive until work is done. */
export interface LongEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** Background sync is not a standard yet. */
interface SyncEvent extends LongEvent {
  readonly tag: string;
}
