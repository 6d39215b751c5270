/** For tests in TypeScript; see find-browser.mjs. */
export function findBrowser(): string;
export const BROWSER_ARGS: string[];
