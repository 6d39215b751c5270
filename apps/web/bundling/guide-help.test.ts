import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { helpedPage, PAGE_HELP } from "../src/app/help/page-help.ts";
import { NOT_FOUND, ROUTE_TABLE } from "../src/app/testing/route-table.ts";
import { readBlocks, readPageHelp } from "./guide-help.ts";

describe("[HELP-07] the help of a page", () => {
  test("exists for every page that requests one", () => {
    const help = readPageHelp();
    expect(Object.keys(help)).toEqual(Object.keys(PAGE_HELP));
    for (const [page, blocks] of Object.entries(help)) {
      expect(blocks[0]?.kind, page).toBe("heading");
      expect(blocks.length, page).toBeGreaterThan(1);
    }
  });

  test("exists for every page of Config and Admin and for the folder log", () => {
    const pages = ROUTE_TABLE.filter(
      ({ address, leadsTo, title }) =>
        /^\/(?:config|admin|master)\//.test(address) && leadsTo === undefined && title !== NOT_FOUND,
    );
    expect(pages.map(({ address }) => address).filter((address) => helpedPage(address) === undefined)).toEqual([]);
  });

  test("is available in the build of the image, which ignores the other documentation", () => {
    const ignored = readFileSync(join(import.meta.dirname, "../../../deploy/Dockerfile.dockerignore"), "utf8");
    expect(ignored.split("\n")).toEqual(expect.arrayContaining(["docs", "!docs/guide"]));
  });

  test("is the list's help on the page of a single user", () => {
    expect(helpedPage("/config/users/12")).toBe("/config/users");
    expect(helpedPage("/config/usersettings")).toBeUndefined();
  });

  test("is read from the guide's Markdown, without pictures and the addresses of links", () => {
    const text = [
      "# A chapter",
      "",
      "[Contents](README.md) · next: [Leads](leads.md)",
      "",
      "![A page](../pictures/page.png)",
      "",
      "Press **Save** as in [Leads](leads.md#new):",
      "- `{{value 1.68}}` is one,",
      "  over two lines.",
      "- Two",
      "",
      "| a | b |",
      "| - | - |",
      "| 1 | **2** |",
    ].join("\n");
    expect(readBlocks(text)).toEqual([
      { kind: "heading", text: "A chapter" },
      { kind: "text", line: [{ text: "Press " }, { text: "Save", as: "strong" }, { text: " as in Leads:" }] },
      {
        kind: "list",
        isNumbered: false,
        items: [[{ text: "{{value 1.68}}", as: "code" }, { text: " is one, over two lines." }], [{ text: "Two" }]],
      },
      {
        kind: "table",
        heads: [[{ text: "a" }], [{ text: "b" }]],
        rows: [[[{ text: "1" }], [{ text: "2", as: "strong" }]]],
      },
    ]);
  });
});
