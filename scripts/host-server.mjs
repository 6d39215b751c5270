// Runs a built server for its parent, and after it the next one, in the same process: loading the server's modules costs more than starting it.
// Call: node host-server.mjs PRODUCT_FOLDER, with an IPC channel. Messages: { start: settings } and { stop: true }; each is answered
// with { done: true } or { failed: text }.
/* global AbortController -- of Node */
import path from "node:path";
import { pathToFileURL } from "node:url";

const programFolder = path.join(process.argv[2] ?? "", "apps/server/dist");
const load = (file) => import(pathToFileURL(path.join(programFolder, file)).href);
const [{ startServer }, { readServerSettings }] = await Promise.all([
  load("start-server.js"),
  load("server-settings.js"),
]);

let running;

async function answer({ start, stop }) {
  if (stop) {
    const stopping = running;
    running = undefined;
    await stopping?.stop();
    return;
  }
  if (running) throw new Error("The server before is still running.");
  running = await startServer(readServerSettings(start), "all", {
    stopped: new AbortController().signal,
    onOpened() {},
  });
}

process.on("message", (message) => {
  answer(message).then(
    () => process.send({ done: true }),
    (error) => process.send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
// Between two servers nothing else keeps this process running (stop-with-parent.mjs).
process.channel.ref();
process.send({ done: true });
