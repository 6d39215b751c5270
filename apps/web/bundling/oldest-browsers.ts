/** The oldest versions that the app is built and checked for (decision 0049). iPadOS has the version of its Safari. */
export const OLDEST_BROWSERS = { chrome: 120, edge: 120, firefox: 125, safari: 17 } as const;
