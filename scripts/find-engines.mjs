// Finds the browsers other than Chromium for the walk of e2e/engines, and their requirements.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian's packages of each engine. */
export const ENGINE_PACKAGES = {
  webkit: ["webkit2gtk-driver", "python3-gi", "gir1.2-webkit2-4.1", "xvfb"],
  firefox: ["firefox-esr"],
};

/** Debian's own, which its package python3-gi is for. */
const PYTHON = "/usr/bin/python3";
const WINDOW_NEEDS = 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")';

/** The path of a program, or undefined. */
export const findProgram = (...names) =>
  names
    .flatMap((name) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name)))
    .find((program) => existsSync(program));

/** The WebKitWebDriver that can open a window here, or undefined. */
export function findWebKit() {
  const driver = findProgram("WebKitWebDriver");
  const hasScreen = Boolean(process.env.DISPLAY) || findProgram("Xvfb") !== undefined;
  if (!driver || !hasScreen || !existsSync(PYTHON)) return undefined;
  return spawnSync(PYTHON, ["-c", WINDOW_NEEDS], { stdio: "ignore" }).status === 0 ? driver : undefined;
}

/** Firefox, or undefined. */
export const findFirefox = () => findProgram("firefox-esr", "firefox");

/** One line for those who run the tests without WebKit. */
export const WEBKIT_NOT_TRIED = `WebKit was not tried: it is not installed (Debian: apt-get install ${ENGINE_PACKAGES.webkit.join(" ")}).`;
