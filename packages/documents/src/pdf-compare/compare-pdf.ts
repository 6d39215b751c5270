import { pageFurniture } from "#pdf/page-furniture.ts";
import { DRAWING_VERSION } from "#pdf/drawing-version.ts";
import { DocumentFileError, type DocumentFile } from "#pdf/document-file.ts";
import type { PdfInput } from "#pdf/definition.ts";
import { renderPdf } from "#pdf/render-pdf.ts";
import { PAGE } from "#pdf/type-styles.ts";
import { createTypesetter } from "#pdf/typesetter.ts";
import { filesOf, type DocumentModel } from "#model/document-model.ts";
import { findPdfActions } from "#pdf-check/find-pdf-actions.ts";
import { checkSight } from "#pdf-compare/check-sight.ts";
import { compareObjects } from "#pdf-compare/compare-objects.ts";
import { findMovedAmount, findOtherWord, linesOf, withoutFurniture } from "#pdf-compare/compare-words.ts";
import { PdfDifference, unexpectedEntry } from "#pdf-compare/pdf-difference.ts";
import { pagesOf, readFile, type ReadFile } from "#pdf-compare/read-file.ts";
import { readFont, type ReadFont } from "#pdf-compare/read-font.ts";
import { readPage, type PageMark } from "#pdf-compare/read-page.ts";
import { Ref, Stream, type Dict, type Value } from "#pdf-compare/read-value.ts";

/** A PDF that came with a signed document, and the input of the document's own PDF. */
export interface PdfToCompare {
  readonly received: Uint8Array;
  /** The version that drew it, `data.drawing`; undefined from an older app. */
  readonly drawing: string | undefined;
  /** Missing or broken files are allowed. */
  readonly input: PdfInput;
}

export interface ComparedPdf {
  /** Why it is not the document's PDF, for people; null if it is. */
  readonly difference: string | null;
  /** What was only compared by its words, and why; null if nothing. */
  readonly finding: string | null;
}

/** A white picture, four by three, that replaces a missing one. */
const NO_PICTURE = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAAAAACRn/EaAAAADklEQVR4nGP4DwQMcAIAWbUL9bVeYTAAAAAASUVORK5CYII="),
  (character) => character.charCodeAt(0),
);

interface Drawn {
  readonly bytes: Uint8Array;
  readonly model: DocumentModel;
  /** Ids of omitted files. */
  readonly missing: ReadonlySet<string>;
}

/** Draws the document's own PDF. A missing or broken file is omitted: it is no reason to reject what was signed. */
async function drawOwn(input: PdfInput): Promise<Drawn> {
  const missing = new Set(filesOf(input.model).filter((id) => !input.files.has(id)));
  for (;;) {
    const files = new Map<string, DocumentFile>(input.files);
    for (const id of missing) files.set(id, { contentType: "image/png", bytes: NO_PICTURE });
    const { attachmentFileIds } = input.model;
    const model = { ...input.model, attachmentFileIds: attachmentFileIds.filter((id) => !missing.has(id)) };
    try {
      return { bytes: await renderPdf({ ...input, model, files }), model, missing };
    } catch (error) {
      if (!(error instanceof DocumentFileError) || missing.has(error.fileId)) throw error;
      missing.add(error.fileId);
    }
  }
}

const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

/**
 * Compares a received PDF with the one drawn from the document's own model, signatures and files. Drawn by this version it must be
 * identical; drawn by another, it must have the same words in the same order, the same pictures, our typefaces, and nothing else.
 */
export async function comparePdf({ received, drawing, input }: PdfToCompare): Promise<ComparedPdf> {
  const own = await drawOwn(input);
  if (isSameBytes(received, own.bytes)) return { difference: null, finding: null };
  const names = [...own.missing].map((id) => `"${input.files.get(id)?.name ?? id}"`);
  try {
    const files = { received: readFile(received), expected: readFile(own.bytes) };
    checkCatalog(files);
    if (drawing === DRAWING_VERSION && own.missing.size === 0) {
      compareExactly(files);
      return { difference: null, finding: null };
    }
    await compareByWords(files, { own, input, received });
    const reason =
      names.length > 0
        ? `${names.length === 1 ? "the file" : "the files"} ${names.join(", ")} had not arrived`
        : "another version of the app drew it";
    return { difference: null, finding: `The PDF was compared by its words, because ${reason}.` };
  } catch (error) {
    if (error instanceof PdfDifference) return { difference: error.message, finding: null };
    throw error;
  }
}

interface Files {
  readonly received: ReadFile;
  readonly expected: ReadFile;
}

/** Actions first: they are the worst difference. */
function checkCatalog({ received, expected }: Files): void {
  const [own, others] = [received.dictOf(received.root), expected.dictOf(expected.root)];
  for (const key of own.keys()) if (!others.has(key)) throw unexpectedEntry(key);
  const shown = expected.dictOf(others.get("ViewerPreferences"));
  for (const key of received.dictOf(own.get("ViewerPreferences")).keys())
    if (!shown.has(key)) throw unexpectedEntry(key);
}

/** Our own pages' dictionary entries. */
const PAGE_KEYS = ["Type", "Parent", "MediaBox", "Resources", "Contents"];

/** The document's own pages come first and share one object of fonts and pictures. */
function ownPages(pages: readonly Dict[]): readonly Dict[] {
  const [first] = pages;
  const shared = first?.get("Resources");
  const isOwn = (page: Dict): boolean => {
    const resources = page.get("Resources");
    return (
      resources === shared || (resources instanceof Ref && shared instanceof Ref && resources.number === shared.number)
    );
  };
  const end = pages.findIndex((page) => !isOwn(page));
  return end === -1 ? pages : pages.slice(0, end);
}

interface OwnPages {
  readonly marks: readonly (readonly PageMark[])[];
  readonly count: number;
}

/** Parses the document's own pages. Compares their letters with `faces`, if given. */
function readOwnPages(file: ReadFile, pages: readonly Dict[], faces?: PdfInput["fonts"]): OwnPages {
  const own = ownPages(pages);
  for (const page of own) for (const key of page.keys()) if (!PAGE_KEYS.includes(key)) throw unexpectedEntry(key);
  const fonts = new Map<string, ReadFont>();
  const resources = file.dictOf(own[0]?.get("Resources"));
  for (const key of resources.keys()) if (key !== "Font" && key !== "XObject") throw unexpectedEntry(key);
  const fontEntries = file.dictOf(resources.get("Font"));
  const fontOf = (name: string): ReadFont => {
    let font = fonts.get(name);
    if (!font) fonts.set(name, (font = readFont(file, file.dictOf(fontEntries.get(name)), faces)));
    return font;
  };
  const marks = own.map((page, index) => {
    const box = file.lookup(page.get("MediaBox"));
    const sides = Array.isArray(box)
      ? (box as readonly Value[]).map((side) => (typeof side === "number" ? side : NaN))
      : [];
    const [left = NaN, bottom = NaN, right = NaN, top = NaN] = sides;
    if (left !== 0 || bottom !== 0 || right !== PAGE.width || top !== PAGE.height)
      throw new PdfDifference(
        `Page ${index + 1} is ${right - left} by ${top - bottom} points large, not ${PAGE.width} by ${PAGE.height}.`,
      );
    const content = file.lookup(page.get("Contents"));
    if (!(content instanceof Stream)) throw new PdfDifference(`Page ${index + 1} of the PDF has no content.`);
    return readPage(file.unpack(content), fontOf);
  });
  return { marks, count: own.length };
}

const textsOf = ({ marks }: OwnPages): readonly (readonly string[])[] =>
  marks.map((page) => linesOf(page).map(({ text }) => text));

function comparePageCount(one: number, another: number): void {
  if (one !== another)
    throw new PdfDifference(`The PDF has ${one} ${one === 1 ? "page" : "pages"}, the document ${another}.`);
}

/** For the same version: everything is equal, except compression. */
function compareExactly(files: Files): void {
  const { received, expected } = files;
  const [pages, wanted] = [pagesOf(received), pagesOf(expected)];
  // Words first, because they describe a difference best.
  const otherWord = findOtherWord(textsOf(readOwnPages(received, pages)), textsOf(readOwnPages(expected, wanted)));
  if (otherWord !== undefined) throw new PdfDifference(otherWord);
  comparePageCount(pages.length, wanted.length);
  const met = compareObjects(files, [
    { received: received.root, expected: expected.root, path: ["Root"] },
    { received: received.info, expected: expected.info, path: ["Info"] },
  ]);
  compareRest(files, met.size);
}

/** Unreferenced objects: the document's own PDF may have some from brochures, and never fewer. */
function compareRest({ received, expected }: Files, met: number): void {
  const rest = ({ objects, containers }: ReadFile): number => objects.size - containers.size - met;
  if (rest(received) > rest(expected)) throw new PdfDifference("The PDF has parts that no page shows.");
}

/** For another version, or with missing files. */
async function compareByWords(
  files: Files,
  { own, input, received: bytes }: { own: Drawn; input: PdfInput; received: Uint8Array },
): Promise<void> {
  const { received, expected } = files;
  const [pages, wanted] = [pagesOf(received), pagesOf(expected)];
  const [ownRead, ownWanted] = [readOwnPages(received, pages, input.fonts), readOwnPages(expected, wanted)];
  const missesPictures = filesOf({ ...input.model, attachmentFileIds: [] }).some((id) => own.missing.has(id));
  const missesAttachments = input.model.attachmentFileIds.some((id) => own.missing.has(id));
  const furniture = pageFurniture(createTypesetter(input.fonts), input.model);
  const again = (index: number): readonly string[] =>
    furniture
      .draw({ index, count: ownWanted.count, hasInitials: true })
      .flatMap((ink) => (ink.type === "line" ? [ink.line.spans.map(({ text }) => text).join("")] : []));
  const [texts, others] = [textsOf(ownRead), textsOf(ownWanted)];
  // Other versions may break pages elsewhere, so repeated page parts are between other words.
  const otherWord =
    findOtherWord(texts, others) && findOtherWord(withoutFurniture(texts, again), withoutFurniture(others, again));
  if (otherWord !== undefined) throw new PdfDifference(otherWord);
  const movedAmount = findMovedAmount(ownRead.marks, ownWanted.marks);
  if (movedAmount !== undefined) throw new PdfDifference(movedAmount);
  if (!missesPictures) comparePageCount(ownRead.count, ownWanted.count);
  if (!missesAttachments) comparePageCount(pages.length - ownRead.count, wanted.length - ownWanted.count);
  for (const [index, marks] of ownRead.marks.entries()) checkSight(index + 1, marks);
  await comparePictures(files, { pages, wanted, ownRead, ownWanted, isComplete: !missesPictures });
  compareInfo(files);
  if (missesAttachments) {
    const actions = await findPdfActions(bytes);
    if (actions !== undefined) throw new PdfDifference(actions);
  } else {
    const [attached, appended] = [pages.slice(ownRead.count), wanted.slice(ownWanted.count)];
    compareObjects(
      files,
      attached.map((page, index) => ({ received: page, expected: appended[index], path: ["Page"] })),
      { isSkipped: (path) => path.at(-1) === "Parent" },
    );
  }
}

/** A hash of what a picture shows, including its mask. */
async function pictureHash(file: ReadFile, value: Value | undefined): Promise<string> {
  const picture = file.lookup(value);
  if (!(picture instanceof Stream)) throw new PdfDifference("A picture of the PDF is none.");
  const parts: string[] = [];
  for (const [key, entry] of [...picture.dict].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (key === "Length") continue;
    if (!PICTURE_KEYS.has(key)) throw unexpectedEntry(key);
    parts.push(key, key === "SMask" ? await pictureHash(file, entry) : describe(file.lookup(entry)));
  }
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(file.unpack(picture)));
  parts.push(Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""));
  return parts.join(" ");
}

const PICTURE_KEYS = new Set([
  "Type",
  "Subtype",
  "Width",
  "Height",
  "ColorSpace",
  "BitsPerComponent",
  "Filter",
  "DecodeParms",
  "Decode",
  "SMask",
  "Mask",
]);

const describe = (value: Value | undefined): string =>
  JSON.stringify(value, (_, each: unknown) => (each instanceof Map ? (Object.fromEntries(each) as unknown) : each));

interface ComparedPages {
  readonly pages: readonly Dict[];
  readonly wanted: readonly Dict[];
  readonly ownRead: OwnPages;
  readonly ownWanted: OwnPages;
  /** Whether all pictures of the document are here. */
  readonly isComplete: boolean;
}

/** Compares the pictures of the document's own pages, in order. */
async function comparePictures(
  { received, expected }: Files,
  { pages, wanted, ownRead, ownWanted, isComplete }: ComparedPages,
): Promise<void> {
  const shown = async (file: ReadFile, page: Dict | undefined, { marks }: OwnPages) => {
    const pictures = file.dictOf(file.dictOf(page?.get("Resources")).get("XObject"));
    return Promise.all(
      marks.flatMap((each, index) =>
        each.flatMap((mark) =>
          mark.kind === "picture"
            ? [pictureHash(file, pictures.get(mark.name)).then((hash) => ({ hash, page: index + 1 }))]
            : [],
        ),
      ),
    );
  };
  const [own, others] = [await shown(received, pages[0], ownRead), await shown(expected, wanted[0], ownWanted)];
  if (own.length !== others.length)
    throw new PdfDifference(`The PDF shows ${own.length} pictures, the document ${others.length}.`);
  if (!isComplete) return;
  for (const [index, { hash, page }] of own.entries())
    if (hash !== others[index]?.hash) throw new PdfDifference(`Page ${page}: a picture is not the document's.`);
}

const INFO_KEYS = ["Title", "Author", "Creator", "Producer", "CreationDate", "ModDate"];

function compareInfo({ received, expected }: Files): void {
  const [own, others] = [received.dictOf(received.info), expected.dictOf(expected.info)];
  for (const key of own.keys()) if (!INFO_KEYS.includes(key)) throw unexpectedEntry(key);
  for (const key of ["Title", "Author"])
    if (describe(own.get(key)) !== describe(others.get(key)))
      throw new PdfDifference(`The PDF's ${key.toLowerCase()} is not the document's.`);
}
