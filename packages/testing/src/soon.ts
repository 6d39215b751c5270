/** Options of `vi.waitFor` and `vi.waitUntil`, in ms: the usual second is short on a busy machine. */
export const SOON = { timeout: 20_000, interval: 50 } as const;
