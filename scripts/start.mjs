// `npm start`: installs if needed, builds if stale, then serves. `npm start -- --role worker` passes arguments on.
import { runBuiltProgram } from "./run-built-program.mjs";

await runBuiltProgram({ program: "main", args: process.argv.slice(2) });
