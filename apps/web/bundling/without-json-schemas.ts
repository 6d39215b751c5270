import type { Plugin } from "vite";

/**
 * Every schema of zod can describe itself as a JSON schema. Only the server does that, for the description of its API; in a browser a call throws an
 * error that says so.
 */
export function withoutJsonSchemas(): Plugin {
  return {
    name: "without-json-schemas",
    enforce: "pre",
    transform: (code, id) => {
      if (!/\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/.test(id)) return undefined;
      const own = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name]) => name);
      // A schema creates its methods before any of them is called.
      const exports = [...own, ...renamed].map(
        (name) => `${name?.startsWith("create") ? "later" : "refuse"} as ${name}`,
      );
      return {
        code: `const refuse = () => { throw new Error("JSON schemas are made on the server only."); };
          const later = () => refuse;
          export { ${exports.join(", ")} };`,
        map: null,
      };
    },
  };
}
