import { describe, expect, test } from "vitest";
import { SECTIONS } from "#catalogue/catalogue.ts";
import { STARTER_SECTION_HELP } from "./starter-section-help.ts";

describe("[HELP-05] a new company's texts about its sections", () => {
  test("is a text for each section, and for nothing else", () => {
    const components = new Set(SECTIONS.map(({ component }) => component));
    expect(Object.keys(STARTER_SECTION_HELP).sort()).toEqual([...components].sort());
  });

  test("is one or two sentences that fit into a phone's dialog", () => {
    for (const [component, text] of Object.entries(STARTER_SECTION_HELP)) {
      expect(text.match(/[.:?](?:\s|$)/g)?.length ?? 0, component).toBeLessThanOrEqual(3);
      expect(text.length, component).toBeLessThanOrEqual(180);
      expect(text, component).toMatch(/^[A-Z].*\.$/);
    }
  });
});
