/** The browser's storage persistence and quota for this app. */
export interface DeviceSpace {
  /** Whether the browser keeps the data when the disk gets full; null if it does not say. */
  readonly isKept: boolean | null;
  /** Bytes; null if the browser does not say. */
  readonly usedBytes: number | null;
  /** The quota of this app in bytes. */
  readonly allowedBytes: number | null;
}

const storageOf = (): Partial<StorageManager> | undefined =>
  (globalThis.navigator as Partial<Navigator> | undefined)?.storage;

/** Not every browser has it, and some ask the user. */
export const askBrowserToKeep = async (): Promise<unknown> => await storageOf()?.persist?.();

/** Whether no database was ever created here, so that nothing can be lost; false if the browser does not say. */
export const hasStoredNothing = async (): Promise<boolean> => (await indexedDB.databases()).length === 0;

export async function readDeviceSpace(): Promise<DeviceSpace> {
  const storage = storageOf();
  const isKept = await storage?.persisted?.().catch(() => null);
  const estimate = await storage?.estimate?.().catch(() => undefined);
  return {
    isKept: isKept ?? null,
    usedBytes: estimate?.usage ?? null,
    allowedBytes: estimate?.quota ?? null,
  };
}
