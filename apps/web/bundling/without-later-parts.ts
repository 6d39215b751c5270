import type { Plugin } from "vite";

/**
 * Leaves dynamically imported parts out of the service worker. It cannot load them later, so its build would include them all: the engine
 * and every schema, for work that only pages do. Importing one throws.
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
