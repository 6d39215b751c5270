import type { Block, DocumentModel, RichBlock, TextRun } from "#model/document-model.ts";

/* All printed texts of a paper, with their places. */

export interface TextPlace {
  /** In the model: "parties", "sections.scope-4". */
  readonly path: string;
  /** For the salesperson: "the owner's name". */
  readonly words: string;
}

type Change = (text: string, place: TextPlace) => string;

const PARTY_NAMES: Readonly<Record<string, string>> = {
  Owner: "the owner's name",
  Owners: "the owner's name",
  Customer: "the owner's name",
  Contractor: "the company's name",
};
const PARTY_LINES: Readonly<Record<string, string>> = {
  Owner: "the owner's details",
  Owners: "the owner's details",
  "Place of work": "the place of work",
  Contractor: "the contractor's details",
};

/** Replaces each printed text of a model by `change`'s result. */
export function mapTexts(model: DocumentModel, change: Change): DocumentModel {
  const at =
    (path: string, words: string) =>
    (text: string): string =>
      change(text, { path, words });
  const { company, closing } = model;
  return {
    ...model,
    title: at("title", "the title")(model.title),
    number: at("number", "the number")(model.number),
    company: {
      ...company,
      name: at("company", "the company's name")(company.name),
      lines: company.lines.map(at("company", "the company's address")),
    },
    parties: model.parties.map(({ caption, strong, lines }) => ({
      caption: at("parties", `"${caption}"`)(caption),
      strong: strong.map(at("parties", PARTY_NAMES[caption] ?? `"${caption}"`)),
      lines: lines.map(at("parties", PARTY_LINES[caption] ?? `"${caption}"`)),
    })),
    keyFigures: model.keyFigures.map(({ caption, large, lines }) => {
      const inFigure = at("keyFigures", `"${caption}"`);
      return { caption: inFigure(caption), large: inFigure(large), lines: lines.map(inFigure) };
    }),
    sections: model.sections.map((section) => {
      const { id, heading, note, aside, blocks } = section;
      const inSection = at(`sections.${id}`, heading === "" ? "the text" : `"${heading}"`);
      return {
        ...section,
        heading: inSection(heading),
        note: inSection(note),
        aside: aside && { ...aside, lines: aside.lines.map(inSection) },
        blocks: blocks.map((block) => mapBlock(block, inSection)),
      };
    }),
    closing: closing && {
      rightToCancel: closing.rightToCancel && mapCancel(closing.rightToCancel, at("closing", "the right to cancel")),
      summary: mapRuns(closing.summary, at("closing", "the sentence above the signatures")),
      signatures: closing.signatures.map((slot) => {
        const whose = slot.key === "salesperson" ? "the salesperson's" : "the owner's";
        const inConsent = at("closing", `${whose} consent`);
        return {
          ...slot,
          name: at("closing", `${whose} name`)(slot.name),
          role: inConsent(slot.role),
          consent: inConsent(slot.consent),
        };
      }),
    },
    footer: { ...model.footer, lines: model.footer.lines.map(at("footer", "the foot of the pages")) },
  };
}

type ChangeHere = (text: string) => string;

const mapMembers = <Name extends string, Row extends Readonly<Record<Name, string>>>(
  row: Row,
  names: readonly Name[],
  change: ChangeHere,
): Row => ({ ...row, ...Object.fromEntries(names.map((name) => [name, change(row[name])])) });

const mapRuns = (runs: readonly TextRun[], change: ChangeHere): TextRun[] =>
  runs.map((run) => mapMembers(run, ["text"], change));

function mapCancel(
  { lastDay, notice, form }: NonNullable<NonNullable<DocumentModel["closing"]>["rightToCancel"]>,
  change: ChangeHere,
) {
  return {
    lastDay: change(lastDay),
    notice: change(notice),
    form: { title: change(form.title), paragraphs: form.paragraphs.map(change) },
  };
}

function mapRichBlock(block: RichBlock, change: ChangeHere): RichBlock {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return { ...block, runs: mapRuns(block.runs, change) };
    case "list":
      return { ...block, items: block.items.map((runs) => mapRuns(runs, change)) };
    case "tasks":
      return { ...block, items: block.items.map((item) => ({ ...item, runs: mapRuns(item.runs, change) })) };
  }
}

function mapBlock(block: Block, change: ChangeHere): Block {
  switch (block.kind) {
    case "text":
      return { ...block, blocks: block.blocks.map((each) => mapRichBlock(each, change)) };
    case "table": {
      const mapRows = (rows: typeof block.rows) => rows.map((row) => ({ ...row, cells: row.cells.map(change) }));
      return {
        ...block,
        columns: block.columns.map((column) => mapMembers(column, ["label"], change)),
        rows: mapRows(block.rows),
        totals: mapRows(block.totals),
        note: change(block.note),
      };
    }
    case "windows":
      return {
        ...block,
        rows: block.rows.map((row) => mapMembers(row, ["room", "style", "madeWith", "size", "quantity"], change)),
      };
    case "options":
      return {
        ...block,
        rows: block.rows.map((row) => mapMembers(row, ["name", "detail", "middle", "amount"], change)),
        note: change(block.note),
      };
    case "pictures":
      return { ...block, pictures: block.pictures.map((picture) => mapMembers(picture, ["caption"], change)) };
    case "blanks":
      return { ...block, labels: block.labels.map(change) };
  }
}
