// `npm run dev`: the server is rebuilt and restarted on every change, the web app reloads in place. One Ctrl+C ends all.
import { join } from "node:path";
import { forgetBuild, SERVER_PROGRAM } from "./build-if-stale.mjs";
import { installIfNeeded, requireNodeVersion } from "./install-if-needed.mjs";
import { PROJECT_ROOT } from "./project-root.mjs";
import { onStopSignal, startNodeProgram } from "./run-process.mjs";
import { showProblem } from "./show-problem.mjs";

try {
  requireNodeVersion();
  await installIfNeeded();
  await developBothApps();
} catch (problem) {
  showProblem(problem);
}

async function developBothApps() {
  // Loaded here and not above, because on a fresh clone it is not installed earlier.
  const { build, createServer } = await import("vite");
  process.env.RIDGEBOOK_SERVER_URL ??= `http://127.0.0.1:${process.env.PORT ?? 3000}`;

  // What dev leaves in dist may be older than the sources when the next `npm start` looks.
  forgetBuild();
  const server = restartableServer();
  const serverBuild = await build({
    configFile: join(PROJECT_ROOT, "apps/server/vite.config.ts"),
    mode: "development",
    logLevel: "warn",
    build: { watch: {} },
  });
  serverBuild.on("event", (event) => {
    if (event.code === "END") server.restart();
    if (event.code === "ERROR") console.error("The server does not build; it waits for a change.");
  });

  const web = await createServer({ configFile: join(PROJECT_ROOT, "apps/web/vite.config.ts"), logLevel: "warn" });
  await web.listen();
  console.log(`The app, reloading on change: ${web.resolvedUrls.local[0]}`);

  onStopSignal((signal) => void Promise.all([serverBuild.close(), web.close(), server.stop(signal)]));
}

/** A restartable server. Restarts wait for each other, and stop is final. */
function restartableServer() {
  let running;
  let isStopped = false;
  let turn = Promise.resolve();

  async function replace() {
    running?.stop("SIGTERM");
    await running?.ended;
    if (isStopped) return;
    const started = startNodeProgram({ file: SERVER_PROGRAM });
    running = started;
    void started.ended.then((exitCode) => {
      if (running === started) running = undefined;
      if (exitCode !== 0 && !isStopped) console.error("The server ended; it waits for a change.");
    });
  }

  return {
    restart() {
      turn = turn.then(replace);
    },
    async stop(signal) {
      isStopped = true;
      running?.stop(signal);
      await turn;
      await running?.ended;
    },
  };
}
