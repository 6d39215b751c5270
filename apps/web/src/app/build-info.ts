import type { Environment } from "@ridgebook/contract";

// Put in by vite.config.ts when the app is built.
declare const __APP_VERSION__: string;
declare const __ENVIRONMENT__: Environment;

export const BUILD_VERSION = __APP_VERSION__;
export const BUILD_ENVIRONMENT = __ENVIRONMENT__;
