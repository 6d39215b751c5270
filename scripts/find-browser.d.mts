/** For tests in TypeScript; see find-browser.mjs. */
export function findBrowser(): string;
export function findInstalledBrowser(): string | undefined;
export const BROWSER_ARGS: string[];
export const SHORT_LIVED_BROWSER_ARGS: string[];
export function startBrowser<Started>(start: () => Promise<Started>): Promise<Started>;
