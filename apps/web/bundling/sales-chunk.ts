import { join } from "node:path";

/** The modules of the list of leads, as the router and the session load it. */
const FIRST_PAGE = [
  "app/shell/app-frame.tsx",
  "app/shell/estimator-area.tsx",
  "features/leads/lead-list-page.tsx",
  "local-data/local-data.ts",
];

/** The part of the bundler's view of modules that is needed to follow them. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * The first page of the sales area with the device's data, in one file. By default the bundler makes forty, since it splits off every part that another
 * page has as well: that is forty requests, and compressed separately the files are a tenth larger.
 *
 * @param options.sources the folder of the app's own sources; what they import from elsewhere is included
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
    if (!known) throw new Error(`The first page is made of ${id}, which is not there.`);
    found.add(id);
    toVisit.push(...known.importedIds);
  }
  return found;
}
