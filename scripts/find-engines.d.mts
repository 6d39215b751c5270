export const ENGINE_PACKAGES: Readonly<Record<"webkit" | "firefox", readonly string[]>>;
export const WEBKIT_NOT_TRIED: string;
export function findProgram(...names: string[]): string | undefined;
export function findWebKit(): string | undefined;
export function findFirefox(): string | undefined;
