import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { defineConfig } from "vite";

const SOURCE_FOLDER = join(import.meta.dirname, "src");
const OUTPUT_FOLDER = join(import.meta.dirname, "dist");

/**
 * The server as plain Node modules: TypeScript and the workspace packages are compiled in, everything from npm stays in
 * node_modules, where native parts and licences belong.
 */
export default defineConfig({
  root: import.meta.dirname,
  ssr: {
    // Workspace packages are TypeScript sources; Node could not load them.
    noExternal: [/^@ridgebook\//],
  },
  build: {
    ssr: true,
    outDir: OUTPUT_FOLDER,
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: findPrograms(),
      output: {
        format: "es",
        entryFileNames: "[name].js",
        // One output file per source file, in the same tree: `import.meta.url` then means the same in `npm start` and
        // under vitest, and a stack trace names a file that exists.
        preserveModules: true,
        preserveModulesRoot: SOURCE_FOLDER,
      },
    },
  },
});

/** What can be started: the server itself, each of its commands, and the program of its printers' threads. */
function findPrograms(): Record<string, string> {
  const commandsFolder = join(SOURCE_FOLDER, "commands");
  const commands = existsSync(commandsFolder) ? readdirSync(commandsFolder) : [];
  const programs: Record<string, string> = {
    main: join(SOURCE_FOLDER, "main.ts"),
    "jobs/pdf/print-thread": join(SOURCE_FOLDER, "jobs/pdf/print-thread.ts"),
  };
  for (const file of commands) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
    programs[`commands/${basename(file, ".ts")}`] = join(commandsFolder, file);
  }
  return programs;
}
