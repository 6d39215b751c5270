import type { Plugin } from "vite";

/**
 * Removes zod's conversion of schemas to JSON schemas from the app. Only the server needs it, to describe its API; in a browser a call throws an
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
      // Each schema creates these methods when it is made, so creating one must not throw.
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
