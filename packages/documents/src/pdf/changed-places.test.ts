import { describe, expect, test } from "vitest";
import { block, type DocumentModel } from "#model/document-model.ts";
import { changedPlaces, type ChangedPlace } from "#pdf/changed-places.ts";
import { drawPaper, type PaperPage } from "#pdf/draw-paper.ts";
import { sampleInput } from "#pdf/testing/sample-input.ts";
import { sampleContract } from "#pdf/testing/sample-models.ts";

const SENTENCE = "Balances more than 30 days overdue bear interest at 1 percent a month.";

/** The sample with a section of these paragraphs, and two columns of these lines with boxes. */
function contractWith({
  paragraphs = [SENTENCE],
  tasks = ["Shingles", "Gutters"],
}: {
  paragraphs?: readonly string[];
  tasks?: readonly string[];
}): DocumentModel {
  const contract = sampleContract();
  const [first] = contract.sections;
  if (!first) throw new Error("The sample has no section.");
  const blocks = [
    block.parse({
      kind: "text",
      blocks: paragraphs.map((text) => ({ type: "paragraph", runs: [{ text }] })),
    }),
    block.parse({
      kind: "text",
      taskColumns: 2,
      blocks: [{ type: "tasks", items: tasks.map((text) => ({ checked: true, runs: [{ text }] })) }],
    }),
  ];
  return { ...contract, sections: [{ ...first, blocks }, ...contract.sections] };
}

async function compare(before: DocumentModel, after: DocumentModel) {
  const input = await sampleInput(after);
  const { pages } = drawPaper(input);
  return { pages, places: changedPlaces({ before, after, pages, fonts: input.fonts }) };
}

/** What is printed in a place: of each line there the letters whose middle is inside, judged by the width of the line's part. */
function textsIn(pages: readonly PaperPage[], { page, x, y, width, height }: ChangedPlace): string {
  const shown = pages[page];
  if (shown?.kind !== "page") return "";
  return shown.marks
    .flatMap((mark) => (mark.type === "text" && mark.baseline > y && mark.baseline < y + height ? mark.spans : []))
    .filter((span) => x < span.x + span.width && span.x < x + width)
    .map(({ text }) => text)
    .join("");
}

describe("a paper's changes by another wording", () => {
  test("[PBS-04] the same wording has no changed place", async () => {
    const { places } = await compare(contractWith({}), contractWith({}));
    expect(places).toEqual([]);
  });

  test("[PBS-04] a changed word is one place, as wide as the word and on its line", async () => {
    const after = contractWith({ paragraphs: [SENTENCE.replace("1 percent", "2 percent")] });
    const { pages, places } = await compare(contractWith({}), after);
    expect(places).toHaveLength(1);
    const [place] = places;
    expect(place).toMatchObject({ page: 0, kind: "added" });
    expect(place && textsIn(pages, place)).toContain("2 percent");
    // One digit, not the whole line.
    expect(place?.width).toBeLessThan(8);
  });

  test("[PBS-04] removed words are reported at their former place", async () => {
    const after = contractWith({ paragraphs: [SENTENCE.replace("more than ", "")] });
    const { pages, places } = await compare(contractWith({}), after);
    expect(places).toHaveLength(1);
    expect(places[0]).toMatchObject({ kind: "removed", width: 2 });
    expect(places[0] && textsIn(pages, places[0])).toContain("Balances 30 days");
  });

  test("[PBS-04] a line that moves the others to another column or page marks itself only", async () => {
    const tasks = Array.from({ length: 60 }, (_, index) => `Line ${String(index)} of the work with all its lines`);
    const after = contractWith({ tasks: ["Of all lines the newest", ...tasks] });
    const { pages, places } = await compare(contractWith({ tasks }), after);
    expect(places.map((place) => textsIn(pages, place))).toEqual(["Of all lines the newest"]);
  });

  test("[PBS-04] a removed paragraph is reported behind the one before it", async () => {
    const before = contractWith({ paragraphs: [SENTENCE, "This one goes."] });
    const { pages, places } = await compare(before, contractWith({}));
    expect(places.map(({ kind }) => kind)).toEqual(["removed"]);
    expect(places[0] && textsIn(pages, { ...places[0], x: places[0].x - 4 })).toContain("percent a month.");
  });
});
