/** The browser's word on this app's data, and how much of it there is. */
export interface DeviceSpace {
  /** Whether the browser keeps the data when the disk gets full; null where it does not say. */
  readonly isKept: boolean | null;
  /** Bytes; null where the browser does not say. */
  readonly usedBytes: number | null;
  /** How much this app may use altogether. */
  readonly allowedBytes: number | null;
}

const storageOf = (): Partial<StorageManager> | undefined =>
  (globalThis.navigator as Partial<Navigator> | undefined)?.storage;

/** Not every browser has it, and some ask the person. */
export const askBrowserToKeep = async (): Promise<unknown> => await storageOf()?.persist?.();

/** No database was ever made here, so nothing can be lost; false where the browser does not say. */
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
