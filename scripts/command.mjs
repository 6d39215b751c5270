// `npm run create-admin -- EMAIL` and its like: runs one of the server's commands, installed and built first.
import { runBuiltProgram } from "./run-built-program.mjs";

const [name, ...args] = process.argv.slice(2);
await runBuiltProgram({ program: `commands/${name}`, args });
