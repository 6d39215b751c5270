import { readFileSync } from "node:fs";

const FOLDER = new URL("../../../../../../../packages/estimating/src/measurements/testing/", import.meta.url);

/** An invented document of Hover, as the engine's tests read it. */
export const hoverFixture = (name: "sample" | "remeasured"): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")) as Record<string, unknown>;
