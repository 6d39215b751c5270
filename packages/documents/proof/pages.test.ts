import { expect, test } from "vitest";
import { renderPdf } from "#pdf/index.ts";
import { checkPaper, noCounts } from "./check-paper.ts";
import { estimatePaper } from "./estimate-paper.ts";
import { readElsewhere } from "./other-readers.ts";
import { inputOf, KINDS, randomPaper } from "./random-paper.ts";

/** The fixed share of `npm test`, or what `npm run documents:proof` asks for. */
const FIXED_SHARE = { from: 1, papers: 20 };
const LONGEST_PAPER_MS = 15_000;
const MAX_FAILURES = 5;
/** Long runs say now and then how far they are. */
const TOLD_AFTER = 100;

const { PAPERS_FROM, PAPERS, OTHER_READERS } = process.env;
const from = PAPERS_FROM === undefined ? FIXED_SHARE.from : Number(PAPERS_FROM);
const papers = PAPERS === undefined ? FIXED_SHARE.papers : Number(PAPERS);

test.each(KINDS)(
  `[PAPER-12] [PAPER-37] ${papers} papers by chance of kind %s: nothing is lost, divided, alone or outside of the margins, no page two-thirds empty`,
  { timeout: papers * LONGEST_PAPER_MS + 60_000 },
  async (kind) => {
    const counts = noCounts();
    const failures: string[] = [];
    for (let seed = from; seed < from + papers && failures.length < MAX_FAILURES; seed += 1) {
      if (seed > from && (seed - from) % TOLD_AFTER === 0) console.log(`${kind}: ${seed - from} of ${papers}`);
      // In turns: what people make, and what they would not.
      const isOfPeople = seed % 2 === 0;
      const paper = isOfPeople ? estimatePaper(kind, seed) : randomPaper(kind, seed);
      const input = await inputOf(paper);
      const [first, ...others] = await checkPaper(input, paper.tables, { counts, mayBeEmpty: !isOfPeople });
      if (first !== undefined)
        failures.push(`seed ${seed}: ${first}${others.length > 0 ? `, and ${others.length} more` : ""}`);
    }
    console.log(
      `${kind}: ${counts.papers} papers, ${counts.pages} pages (at most ${counts.most}), ${counts.rows} rows of tables`,
    );
    expect(failures).toEqual([]);
  },
);

// The build server installs them; on a desk they need not be there.
if (OTHER_READERS)
  test.each(KINDS)("[PAPER-19] qpdf and pdftotext read a paper of kind %s", async (kind) => {
    const paper = estimatePaper(kind, 2);
    const { complaints, text } = readElsewhere(await renderPdf(await inputOf(paper)));
    expect(complaints).toBe("");
    const { title, number, total } = paper.model;
    const words = text.replace(/\s+/g, " ");
    expect(words).toContain(title);
    expect(words).toContain(number);
    const amount = total?.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }) ?? "";
    expect(words).toContain(amount.replace("-", "−"));
  });
