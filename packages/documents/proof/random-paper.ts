import { DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind } from "@ridgebook/contract";
import {
  documentModel,
  TYPE_VERSION,
  type Block,
  type DocumentModel,
  type DocumentSection,
  type RichBlock,
  type TableColumn,
  type TextRun,
} from "#model/document-model.ts";
import type { PdfInput } from "#pdf/definition.ts";
import { readFontFiles } from "#pdf/read-font-files.node.ts";
import { SAMPLE_FILES, SAMPLE_FINGERPRINT, SAMPLE_SIGNATURES } from "#pdf/testing/sample-input.ts";
import { createSeededRandom, type SeededRandom } from "@ridgebook/testing/seeded-random";

/*
 * Seeded random papers: every block in any number, one line or three hundred, endless names. They need not make sense, but must be valid
 * models.
 */

/** A table row, identified by the unique marks in its first and last cell. */
interface MarkedRow {
  readonly first: string;
  readonly last: string;
}

export interface MarkedTable {
  readonly head: string;
  readonly rows: readonly MarkedRow[];
  /** Marks of the totals, in order. */
  readonly totals: readonly string[];
}

export interface RandomPaper {
  readonly model: DocumentModel;
  readonly tables: readonly MarkedTable[];
  readonly isSigned: boolean;
}

export const KINDS: readonly DocumentKind[] = DOCUMENT_KINDS;

const WORDS = (
  "roof shingle gutter the of and with is to new old vinyl aluminum copper flashing architectural weathered-charcoal " +
  "double-hung installation 1/2 24 in, warranty. owner; contractor: “Renovate Right” Whitfield’s façade → ½ "
).split(" ");
const LONG_NAMES = [
  "Christopherson-Featherstonehaugh",
  "https://www.northgable.example/a/very/long/address/that/nobody/types?with=parameters&and=more",
  "Wojciechowska Łukaszewicz-Brzęczyszczykiewicz",
  "Ωμέγα Жуковский",
];

export class Chance {
  readonly #random: SeededRandom;
  #marks = 0;

  constructor(seed: number) {
    this.#random = createSeededRandom(seed);
  }

  once(inSoMany: number): boolean {
    return this.#random.below(inSoMany) === 0;
  }

  upTo(most: number): number {
    return this.#random.below(most + 1);
  }

  /** Mostly few, sometimes many. */
  count(few: number, many: number): number {
    return this.once(12) ? this.upTo(many) : this.upTo(few);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#random.below(items.length)];
    if (item === undefined) throw new RangeError("There is nothing to pick from.");
    return item;
  }

  words(most: number): string {
    return (
      Array.from({ length: 1 + this.upTo(most) }, () => this.pick(WORDS))
        .join(" ")
        .trim() || "roof"
    );
  }

  name(): string {
    return this.once(6) ? this.pick(LONG_NAMES) : this.words(3);
  }

  amount(): string {
    const dollars = this.upTo(this.once(20) ? 99_999_999 : 9_999);
    return `${this.once(8) ? "−" : ""}${dollars.toLocaleString("en-US")}.${String(this.upTo(99)).padStart(2, "0")}`;
  }

  /** Unique in the paper. */
  mark(): string {
    this.#marks += 1;
    return `‹${this.#marks}›`;
  }

  runs(most: number): TextRun[] {
    return Array.from({ length: 1 + this.upTo(3) }, () => ({
      text: `${this.words(most)} `,
      ...(this.once(5) && { bold: true as const }),
      ...(this.once(7) && { italic: true as const }),
      ...(this.once(9) && { underline: true as const }),
    }));
  }
}

function richBlock(chance: Chance): RichBlock {
  const length = chance.count(40, 900);
  switch (chance.upTo(4)) {
    case 0:
      return { type: "heading", level: chance.pick([1, 2, 3] as const), runs: chance.runs(4) };
    case 1:
      return {
        type: "list",
        ordered: chance.once(2),
        items: Array.from({ length: 1 + chance.count(5, 60) }, () => chance.runs(15)),
      };
    case 2:
      return {
        type: "tasks",
        items: Array.from({ length: 1 + chance.count(24, 200) }, () => ({
          checked: !chance.once(3),
          runs: chance.runs(chance.once(10) ? 40 : 5),
        })),
      };
    default:
      return { type: "paragraph", runs: chance.runs(length) };
  }
}

function table(chance: Chance, tables: MarkedTable[]): Block {
  const isNumbered = chance.once(2);
  const amounts = 1 + chance.upTo(4);
  const label = chance.mark();
  const columns: TableColumn[] = [
    ...(isNumbered ? [{ label: "", align: "left", grow: 0, tone: "quiet" } as const] : []),
    { label: `Line ${label}`, align: "left", grow: chance.upTo(4), tone: "strong" },
    { label: "Choice", align: "left", grow: 1 + chance.upTo(4), tone: "quiet" },
    ...Array.from({ length: amounts }, (_, index): TableColumn => ({
      label: chance.pick(["Qty", "Unit cost", "Amount", "Spring promotion"]),
      align: "right",
      grow: chance.once(3) ? 1 : 0,
      tone: index === amounts - 1 ? "strong" : "plain",
    })),
  ];
  const lead = isNumbered ? [""] : [];
  const rows = Array.from({ length: chance.count(18, 300) }, (_, index) => {
    const marked = { first: chance.mark(), last: chance.mark() };
    const cells = [
      ...(isNumbered ? [String(index + 1)] : []),
      `${chance.name()} ${marked.first}`,
      chance.once(4) ? chance.words(chance.once(8) ? 45 : 18) : chance.words(2),
      ...Array.from({ length: amounts - 1 }, () => chance.amount()),
      `${chance.amount()}${marked.last}`,
    ];
    return { marked, row: { cells, indent: index > 0 && chance.once(4) ? (1 as const) : (0 as const) } };
  });
  const totals = Array.from({ length: chance.upTo(4) }, () => {
    const mark = chance.mark();
    return {
      mark,
      row: {
        cells: [...lead, `Total ${mark}`, ...Array.from({ length: amounts }, () => ""), `$${chance.amount()}`],
        indent: 0 as const,
      },
    };
  });
  tables.push({ head: label, rows: rows.map(({ marked }) => marked), totals: totals.map(({ mark }) => mark) });
  return {
    kind: "table",
    columns,
    rows: rows.map(({ row }) => row),
    totals: totals.map(({ row }) => row),
    note: chance.once(3) ? chance.words(20) : "",
  };
}

const STYLES = [
  "Double hung",
  "Slider, 2-lite",
  "Casement, twin",
  "Bay",
  "Half round",
  "Patio door",
  "Entry door",
  "Model 7",
];

function block(chance: Chance, tables: MarkedTable[]): Block {
  switch (chance.upTo(7)) {
    case 0:
    case 1:
      return table(chance, tables);
    case 2:
      return {
        kind: "windows",
        rows: Array.from({ length: chance.count(12, 80) }, (_, index) => {
          const style = chance.pick(STYLES);
          return {
            number: index + 1,
            room: chance.name(),
            style,
            madeWith: chance.words(chance.once(5) ? 50 : 10),
            size: `${12 + chance.upTo(84)} × ${12 + chance.upTo(84)} in`,
            quantity: String(1 + chance.upTo(12)),
            look: chance.once(8)
              ? null
              : {
                  width: 12 + chance.upTo(120),
                  height: 12 + chance.upTo(96),
                  texts: {
                    style,
                    exteriorColor: chance.pick(["White", "Bronze", "Black", ""]),
                    gridPattern: chance.pick(["", "Colonial 3 x 2", "Diamond"]),
                  },
                },
          };
        }),
      };
    case 3:
      return {
        kind: "options",
        rows: Array.from({ length: chance.count(6, 60) }, (_, index) => ({
          chosen: index === 0,
          name: chance.name(),
          detail: chance.words(12),
          middle: chance.once(2) ? "" : `$${chance.amount()} down`,
          amount: `120 × $${chance.amount()}`,
        })),
        note: chance.once(2) ? chance.words(30) : "",
      };
    case 4:
      return {
        kind: "pictures",
        perRow: chance.pick([1, 2, 3] as const),
        pictures: Array.from({ length: chance.count(4, 20) }, () => ({
          fileId: chance.pick(["photo-1", "photo-2", "logo"]),
          caption: chance.words(12),
        })),
      };
    case 5:
      return { kind: "blanks", labels: Array.from({ length: chance.upTo(5) }, () => chance.words(3)) };
    default:
      return {
        kind: "text",
        blocks: Array.from({ length: 1 + chance.count(5, 30) }, () => richBlock(chance)),
        taskColumns: chance.pick([1, 2] as const),
        tone: chance.pick(["plain", "plain", "quiet", "caption"] as const),
      };
  }
}

function section(chance: Chance, tables: MarkedTable[], index: number): DocumentSection {
  return {
    id: `section-${index}`,
    number: chance.once(2) ? String(index + 1) : "",
    heading: chance.once(8) ? "" : chance.words(chance.once(9) ? 30 : 3),
    note: chance.once(2) ? chance.words(24) : "",
    aside: chance.once(3)
      ? {
          lines: Array.from({ length: chance.upTo(3) }, () => chance.words(3)),
          pitch: chance.once(2) ? { rise: chance.upTo(24), run: 12 } : null,
        }
      : null,
    blocks: Array.from({ length: chance.upTo(3) }, () => block(chance, tables)),
    startsPage: chance.once(8),
  };
}

/** A random paper of a kind. Those that homeowners sign have a closing. */
export function randomPaper(kind: DocumentKind, seed: number): RandomPaper {
  const chance = new Chance(seed * DOCUMENT_KINDS.length + DOCUMENT_KINDS.indexOf(kind));
  const tables: MarkedTable[] = [];
  const isSignable = kind === "contract" || kind === "changeOrder";
  const isSigned = isSignable && chance.once(2);
  const text = (): string => chance.name();
  const model = documentModel.parse({
    typeVersion: TYPE_VERSION,
    kind,
    title: chance.once(10) ? chance.words(20) : DOCUMENT_LABELS[kind],
    number: "2026-0514-K7QD",
    date: "2026-05-14",
    dateText: "May 14, 2026",
    company: {
      name: chance.name(),
      lines: Array.from({ length: chance.upTo(4) }, text),
      logoFileId: chance.once(2) ? "logo" : null,
      color: "#2ab0da",
      timeZone: "America/Detroit",
    },
    parties: Array.from({ length: chance.upTo(3) }, () => ({
      caption: chance.words(1),
      strong: Array.from({ length: chance.upTo(2) }, text),
      lines: Array.from({ length: chance.upTo(4) }, text),
    })),
    keyFigures: Array.from({ length: chance.upTo(3) }, () => ({
      caption: chance.words(2),
      large: chance.once(2) ? `$${chance.amount()}` : "",
      lines: Array.from({ length: chance.upTo(2) }, text),
    })),
    sections: Array.from({ length: 1 + chance.upTo(4) }, (_, index) => section(chance, tables, index)),
    closing: isSignable
      ? {
          rightToCancel: chance.once(3)
            ? null
            : {
                lastDay: "Monday, May 18, 2026",
                notice: chance.words(chance.once(4) ? 260 : 50),
                form: {
                  title: "Notice of cancellation",
                  paragraphs: Array.from({ length: 6 }, () => chance.words(60)),
                },
              },
          summary: chance.runs(20),
          signatures: SAMPLE_SIGNATURES.slice(0, chance.once(3) ? 3 : 2).map(({ key }) => ({
            key,
            name: chance.name(),
            role: chance.words(3),
            consent: chance.words(12),
            required: true,
          })),
        }
      : null,
    footer: { lines: Array.from({ length: chance.upTo(3) }, text), hasInitials: isSignable && chance.once(2) },
    attachmentFileIds: [],
    total: null,
    runningTotal: null,
  });
  return { model, tables, isSigned };
}

/** The input of its PDF. */
export async function inputOf({ model, isSigned }: RandomPaper): Promise<PdfInput> {
  return {
    model,
    files: SAMPLE_FILES,
    signatures: isSigned ? SAMPLE_SIGNATURES : [],
    fingerprint: isSigned ? SAMPLE_FINGERPRINT : null,
    fonts: await readFontFiles(),
  };
}
