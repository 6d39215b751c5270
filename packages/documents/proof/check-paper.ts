import type { Block, DocumentModel } from "#model/document-model.ts";
import { closingPieces } from "#pdf/closing.ts";
import type { PdfInput } from "#pdf/definition.ts";
import { pageFurniture, topOf } from "#pdf/page-furniture.ts";
import { renderPdf } from "#pdf/render-pdf.ts";
import { readPdf, withoutSpaces, type ReadText } from "#pdf/testing/read-pdf.ts";
import { createTypesetter } from "#pdf/typesetter.ts";
import type { MarkedTable } from "./random-paper.ts";

/* Checks a finished file for typographic faults with an independent reader. */

const LEFT = 54;
const RIGHT = 612 - 54;
const PAGE_BOTTOM = 792 - 28.8;
/** Widths are rounded by the file and by its reader. */
const SLACK = 0.6;
/** Font sizes used only by headings: of a section, and of level 1 in texts. */
const HEADINGS = [14, 12];
/** Between the end of the content and the footer's rule. */
const ABOVE_FOOTER = 12;
/** Where the content of later pages begins. */
const RUNNING_HEAD_BOTTOM = 55;

export interface Counts {
  papers: number;
  pages: number;
  rows: number;
  most: number;
}
export const noCounts = (): Counts => ({ papers: 0, pages: 0, rows: 0, most: 0 });

/** All texts of a model that a page must show. */
function textsOf({ title, dateText, company, parties, keyFigures, sections, closing, footer: _footer }: DocumentModel) {
  const texts = [title, dateText];
  if (company.logoFileId === null) texts.push(company.name);
  texts.push(...company.lines);
  for (const { caption, strong, lines } of parties) texts.push(caption, ...strong, ...lines);
  for (const { caption, large, lines } of keyFigures) texts.push(caption, large, ...lines);
  for (const { heading, note, aside, blocks } of sections) {
    texts.push(heading, note, ...(aside?.lines ?? []));
    for (const block of blocks)
      switch (block.kind) {
        case "text":
          for (const rich of block.blocks) {
            if (rich.type === "paragraph" || rich.type === "heading")
              texts.push(rich.runs.map(({ text }) => text).join(""));
            if (rich.type === "list") texts.push(...rich.items.map((runs) => runs.map(({ text }) => text).join("")));
            if (rich.type === "tasks")
              texts.push(...rich.items.map(({ runs }) => runs.map(({ text }) => text).join("")));
          }
          break;
        case "table":
          texts.push(...[...block.rows, ...block.totals].flatMap(({ cells }) => cells), block.note);
          break;
        case "windows":
          for (const { room, style, madeWith, size, quantity } of block.rows)
            texts.push(room, style, madeWith, size, quantity);
          break;
        case "options":
          for (const { name, detail, middle, amount } of block.rows) texts.push(name, detail, middle, amount);
          texts.push(block.note);
          break;
        case "pictures":
          texts.push(...block.pictures.map(({ caption }) => caption));
          break;
        case "blanks":
          texts.push(...block.labels);
          break;
      }
  }
  if (closing) {
    texts.push(closing.summary.map(({ text }) => text).join(""));
    for (const { name, role } of closing.signatures) texts.push(name, role);
    if (closing.rightToCancel) {
      const { lastDay, notice, form } = closing.rightToCancel;
      texts.push(lastDay, notice, form.title, ...form.paragraphs, ...form.paragraphs);
    }
  }
  return texts.map(withoutSpaces).filter((text) => text !== "");
}

/** Finds overlapping texts: same horizontal place, and baselines closer than letters are high. */
function* overlaps(texts: readonly ReadText[]): Generator<string> {
  const sorted = [...texts].sort((one, other) => one.y - other.y);
  for (const [index, text] of sorted.entries())
    for (const other of sorted.slice(index + 1)) {
      if (other.y - text.y > Math.min(text.size, other.size) * 0.7) break;
      const across = Math.min(text.x + text.width, other.x + other.width) - Math.max(text.x, other.x);
      // Kerning moves the letters of one line towards each other.
      const isOneLine = Math.abs(other.y - text.y) < 0.5;
      if (across > (isOneLine ? text.size * 0.4 : 1)) yield `"${text.text}" and "${other.text}" stand on each other`;
    }
}

/**
 * The faults of a paper; empty if it is well set.
 *
 * @param mayBeEmpty for extreme input: a part may be as high as a page, and leave two thirds of the previous one empty
 */
export async function checkPaper(
  input: PdfInput,
  tables: readonly MarkedTable[],
  { counts, mayBeEmpty }: { counts: Counts; mayBeEmpty: boolean },
): Promise<readonly string[]> {
  const { model } = input;
  const { pages } = await readPdf(await renderPdf(input));
  const problems: string[] = [];
  const count = pages.length;
  counts.papers += 1;
  counts.pages += count;
  counts.most = Math.max(counts.most, count);
  counts.rows += tables.reduce((sum, { rows }) => sum + rows.length, 0);

  const { bottom } = pageFurniture(createTypesetter(input.fonts), model);
  const bodies = pages.map((page, index) => {
    const at = `page ${index + 1}`;
    const pageText = `Page${index + 1}of${count}`;
    if (!page.letters.endsWith(pageText)) problems.push(`${at} does not say "${pageText}"`);
    for (const { text, x, y, width } of page.texts) {
      if (x < LEFT - SLACK || x + width > RIGHT + SLACK) problems.push(`${at}: "${text}" leaves the margins`);
      if (y > PAGE_BOTTOM || y < 25) problems.push(`${at}: "${text}" stands in the edge of the sheet`);
    }
    problems.push(...[...overlaps(page.texts)].map((problem) => `${at}: ${problem}`));
    const body = page.texts.filter(({ y }) => y <= bottom && (index === 0 || y > RUNNING_HEAD_BOTTOM));
    for (const { text, y } of page.texts)
      if (y > bottom && y < bottom + ABOVE_FOOTER) problems.push(`${at}: "${text}" runs into the footer`);
    const lowest = body.reduce((most, { y }) => Math.max(most, y), 0);
    const filled = (lowest - RUNNING_HEAD_BOTTOM) / (bottom - RUNNING_HEAD_BOTTOM);
    if (!mayBeEmpty && count > 1 && filled < 1 / 3) problems.push(`${at} is two-thirds empty`);
    const last = body.filter(({ y }) => y > lowest - 1);
    const isHeading = last.some(({ size }) => HEADINGS.some((each) => Math.abs(each - size) < 0.1));
    if (isHeading && index < count - 1 && !mayEndWith(model, last))
      problems.push(`${at} ends with the heading "${last.map(({ text }) => text).join(" ")}"`);
    return body;
  });

  const letters = bodies.map((body) => withoutSpaces(body.map(({ text }) => text).join("")));
  const whole = letters.join("");
  for (const text of textsOf(model)) if (!whole.includes(text)) problems.push(`"${text}" is not printed`);

  const pagesOf = (mark: string): readonly number[] =>
    letters.flatMap((page, index) => (page.includes(mark) ? [index + 1] : []));
  for (const { head, rows, totals } of tables) {
    const headPages = pagesOf(head);
    for (const { first, last } of rows) {
      const [page, ...others] = [...new Set([...pagesOf(first), ...pagesOf(last)])];
      if (page === undefined || others.length > 0) problems.push(`the row ${first} is divided`);
      else if (!headPages.includes(page)) problems.push(`the row ${first} stands below no head`);
    }
    const kept = [...rows.slice(-2).map(({ last }) => last), ...totals];
    if (totals.length > 0 && new Set(kept.flatMap(pagesOf)).size !== 1)
      problems.push(`the totals ${totals.join(" ")} left their rows`);
    if (rows.length > 0) {
      const [start] = rows;
      if (start && headPages[0] !== pagesOf(start.first)[0]) problems.push(`the head ${head} is alone`);
    }
  }

  const { closing } = model;
  if (closing) {
    const together = [
      ...(closing.rightToCancel ? ["Yourrighttocancel", withoutSpaces(closing.rightToCancel.notice)] : []),
      withoutSpaces(closing.summary.map(({ text }) => text).join("")),
      ...closing.signatures.map(({ name, role }) => withoutSpaces(`${name}${role}`)),
      // Texts that fill a page to its end leave no room for the seal below them; it follows.
      ...(input.fingerprint !== null && fitsOnePage(input) ? [input.fingerprint.slice(0, 32)] : []),
    ];
    if (!letters.some((page) => together.every((text) => page.includes(text))))
      problems.push("notice, summary and signatures are on different pages");
  }
  return problems;
}

/** Whether notice, summary, signatures and seal are no higher than a page that begins with them. */
function fitsOnePage({ model, signatures, fingerprint, fonts }: PdfInput): boolean {
  const type = createTypesetter(fonts);
  const pieces = closingPieces({ type, model, signatures, fingerprint });
  const height = pieces.reduce((sum, piece, index) => sum + piece.height + (index === 0 ? 0 : piece.before), 0);
  return topOf(1) + height <= pageFurniture(type, model).bottom;
}

/** A list without entries prints nothing. */
function isPrinted(block: Block): boolean {
  switch (block.kind) {
    case "windows":
      return block.rows.length > 0;
    case "options":
      return block.rows.length > 0 || block.note !== "";
    case "pictures":
      return block.pictures.length > 0;
    case "blanks":
      return block.labels.length > 0;
    default:
      return true;
  }
}

/** A section without content has only its heading; a heading may be the last word of a text. */
function mayEndWith({ sections }: DocumentModel, last: readonly ReadText[]): boolean {
  const text = withoutSpaces(last.map((each) => each.text).join(""));
  const ends = sections.flatMap(({ heading, number, blocks }) => {
    if (!blocks.some(isPrinted)) return [`${number}${heading}`];
    return blocks.flatMap((block) => {
      const rich = block.kind === "text" ? block.blocks.at(-1) : undefined;
      return rich?.type === "heading" ? [rich.runs.map((run) => run.text).join("")] : [];
    });
  });
  return ends.some((end) => withoutSpaces(end).endsWith(text));
}
