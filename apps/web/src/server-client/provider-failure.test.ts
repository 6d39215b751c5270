import { expect, test } from "vitest";
import { providerFailureText } from "./provider-failure.ts";

test.each([
  ["Hover", "Hover"],
  ["Google Drive", "Files"],
  ["OneDrive", "Files"],
])("[CONN-53] a permission of %s that ended leads to the page %s of Config", (name, page) => {
  expect(providerFailureText("reconnectNeeded", name)).toBe(
    `${name} no longer accepts the permission. An admin reconnects it in Config, under ${page}.`,
  );
});
