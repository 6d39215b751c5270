import type { Plugin } from "vite";

/**
 * A service worker cannot load parts later, so its build would put them all inside: the engine and every schema, for work that
 * only pages do. They are left out instead, and asking for one fails.
 */
export function withoutLaterParts(): Plugin {
  const noPart = "\0part-for-pages-only";
  return {
    name: "worker-without-later-parts",
    enforce: "pre",
    resolveId: (_source, _importer, { kind }) => (kind === "dynamic-import" ? noPart : undefined),
    load: (id) => (id === noPart ? 'throw new Error("This part of the app is for pages only.");' : undefined),
  };
}
