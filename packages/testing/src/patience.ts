/** How long tests wait for something, in ms. Usually it comes at once; a machine that is shared may be five times slower for minutes. */
export const PATIENCE_MS = 60_000;

/** Options of `vi.waitFor` and `vi.waitUntil`. */
export const SOON = { timeout: PATIENCE_MS, interval: 50 } as const;
