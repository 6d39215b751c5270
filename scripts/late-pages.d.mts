/** Makes what a page waits for come late, by a time that differs. For `addInitScript`. */
export function makeLate(): void;
