import { join } from "node:path";

/** The modules that the router and the session load for the list of leads. */
const FIRST_PAGE = [
  "app/shell/app-frame.tsx",
  "app/shell/estimator-area.tsx",
  "features/leads/lead-list-page.tsx",
  "local-data/local-data.ts",
];

/** The part of the bundler's API that is needed to follow imports. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Puts the first page of the sales area and the device's data into one file. By default the bundler makes forty, since it splits off every part that
 * another page also uses: that is forty requests, and compressed separately the files are a tenth larger.
 *
 * @param options.sources the folder of the app's own sources; modules that they import from elsewhere are included
 */
export function salesChunk({ sources }: { sources: string }): {
  name: (id: string, modules: Modules) => string | null;
} {
  let parts: ReadonlySet<string> | undefined;
  return {
    name: (id, modules) => {
      parts ??= followImports(
        FIRST_PAGE.map((path) => join(sources, path)),
        { modules, isFollowed: (path) => path.startsWith(sources) },
      );
      return parts.has(id) ? "sales" : null;
    },
  };
}

function followImports(
  entries: readonly string[],
  { modules, isFollowed }: { modules: Modules; isFollowed: (id: string) => boolean },
): ReadonlySet<string> {
  const found = new Set<string>();
  const toVisit = [...entries];
  for (let id = toVisit.pop(); id !== undefined; id = toVisit.pop()) {
    if (found.has(id) || !isFollowed(id)) continue;
    const known = modules.getModuleInfo(id);
    if (!known) throw new Error(`The first page needs ${id}, which does not exist.`);
    found.add(id);
    toVisit.push(...known.importedIds);
  }
  return found;
}
