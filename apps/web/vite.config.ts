import react from "@vitejs/plugin-react";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { compressFiles } from "./bundling/compress-files.ts";
import { guideHelp } from "./bundling/guide-help.ts";
import { LATER_CHUNKS } from "./bundling/later-chunks.ts";
import { OLDEST_BROWSERS } from "./bundling/oldest-browsers.ts";
import { salesChunk } from "./bundling/sales-chunk.ts";
import { sizesInRem } from "./bundling/sizes-in-rem.ts";
import { withoutJsonSchemas } from "./bundling/without-json-schemas.ts";
import { withoutLaterParts } from "./bundling/without-later-parts.ts";

const DEFAULT_SERVER_URL = "http://127.0.0.1:3000";

/** What the server answers itself; everything else is a page of the app. */
const SERVER_PATHS = ["/api", "/pdf", "/healthz", "/readyz", "/metrics", "/config/file-settings/picker"];

const MAX_PRECACHED_FILE_BYTES = 8 * 1024 * 1024;

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    withoutJsonSchemas(),
    guideHelp(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/app/service-worker",
      // Built to /service-worker.js (PWA-01).
      filename: "service-worker.ts",
      // The app registers the worker itself: the plugin's own registration is an inline script, which the CSP refuses.
      injectRegister: null,
      // The patterns below find the icons already; the manifest is added in any case.
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,woff2,ttf,png,svg}"],
        // Letters that US and Canadian addresses do not use: the browser loads these fonts when a page needs them.
        globIgnores: ["**/{inter,source-serif-4}-{cyrillic,cyrillic-ext,greek,greek-ext,vietnamese}-*"],
        maximumFileSizeToCacheInBytes: MAX_PRECACHED_FILE_BYTES,
        // A classic script: not every browser of ours takes modules as workers.
        rollupFormat: "iife",
        buildPlugins: { vite: [withoutLaterParts(), withoutJsonSchemas()] },
      },
      manifest: {
        id: "/",
        name: "Ridgebook",
        short_name: "Ridgebook",
        description: "Estimating and contracting for exterior home improvement, with or without a signal",
        lang: "en",
        start_url: "/",
        scope: "/",
        display: "standalone",
        // Canvas and surface of design/look.md, light: the ground of the splash and of the top bar.
        background_color: "#f3f5f6",
        theme_color: "#ffffff",
        icons: [
          { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
          { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
    }),
    compressFiles(),
  ],
  // Dexie's build for browsers of today, which its package leaves to be asked for.
  resolve: { alias: [{ find: /^dexie$/, replacement: "dexie/dist/modern/dexie.mjs" }] },
  css: { postcss: { plugins: [sizesInRem] } },
  define: {
    __APP_VERSION__: JSON.stringify(readVersion()),
    __IS_BUILT__: JSON.stringify(command === "build"),
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: Object.entries(OLDEST_BROWSERS).map(([browser, version]) => `${browser}${version}`),
    // "hidden": stack traces can be read with the maps, and browsers do not load them.
    sourcemap: "hidden",
    // Every target loads module preloads natively; the polyfill would be dead weight on the login page.
    modulePreload: { polyfill: false },
    // Inlined files are data: URLs, which the CSP allows for images only.
    assetsInlineLimit: (file) => (/\.(png|svg|jpe?g)$/.test(file) ? undefined : false),
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the first page needs in any case, in one file: forty small ones compress worse than one.
            { name: "start", tags: ["$initial"] },
            salesChunk({ sources: join(import.meta.dirname, "src") }),
            ...LATER_CHUNKS,
          ],
        },
      },
    },
    // The time-out of 120 s for loading a chunk (CONST-03) is not a setting here: import() has none. The app's lazy
    // routes apply it where they load.
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      SERVER_PATHS.map((path) => [path, process.env.RIDGEBOOK_SERVER_URL ?? DEFAULT_SERVER_URL]),
    ),
  },
}));

/** The version that the account menu shows (SHELL-02). */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}
