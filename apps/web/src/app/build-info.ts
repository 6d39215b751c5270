// Put in by vite.config.ts when the app is built.
declare const __APP_VERSION__: string;
declare const __IS_BUILT__: boolean;

export const BUILD_VERSION = __APP_VERSION__;
/** False on Vite's development server. */
export const IS_BUILT = __IS_BUILT__;
