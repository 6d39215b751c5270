// `npm run build`: builds the web app into apps/web/dist and the server into apps/server/dist.
import { buildAll } from "./build-if-stale.mjs";
import { installIfNeeded, requireNodeVersion } from "./install-if-needed.mjs";
import { showProblem } from "./show-problem.mjs";

try {
  requireNodeVersion();
  await installIfNeeded();
  await buildAll({ quiet: false });
} catch (problem) {
  showProblem(problem);
}
