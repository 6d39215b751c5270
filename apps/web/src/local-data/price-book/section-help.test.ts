import { describe, expect, test } from "vitest";
import { helpKeyOf, sectionHelp } from "#local-data/price-book/section-help.ts";

const DECKING = {
  id: 103,
  component: "decking-and-underlayment",
  name: "Decking & Underlayment",
};

describe("help of a section", () => {
  test.each([
    { given: "by component", sectionsInfo: { "decking-and-underlayment": "Measure first." } },
    { given: "by id", sectionsInfo: { "103": "Measure first." } },
    { given: "by name", sectionsInfo: { "Decking & Underlayment": "Measure first." } },
  ])("[SHELL-11] is what the company says, $given", ({ sectionsInfo }) => {
    expect(sectionHelp(DECKING, { sectionsInfo })).toBe("Measure first.");
  });

  test.each([
    { given: "nothing", sectionsInfo: {} },
    { given: "blanks", sectionsInfo: { "103": " <p></p> " } },
  ])("[SHELL-12] with $given said it names whom to ask", ({ sectionsInfo }) => {
    expect(sectionHelp(DECKING, { sectionsInfo })).toBe(
      "No description available. Please contact your administrator to configure the named field.",
    );
  });

  test("[SHELL-12] a text from a rich editor is read as text, with its line breaks", () => {
    const sectionsInfo = { "103": "<p>Eaves &amp; rakes<br>first.</p><p>Then 1 &lt; 2.</p>" };
    expect(sectionHelp(DECKING, { sectionsInfo })).toBe("Eaves & rakes\nfirst.\nThen 1 < 2.");
  });

  test.each([
    { given: "no text", texts: {}, key: "decking-and-underlayment" },
    { given: "a text by id", texts: { "103": "Measure first." }, key: "103" },
    {
      given: "texts by component and by id",
      texts: { "103": "", "decking-and-underlayment": "" },
      key: DECKING.component,
    },
  ])("[HELP-02] with $given its key is $key", ({ texts, key }) => {
    expect(helpKeyOf(DECKING, texts)).toBe(key);
  });
});
