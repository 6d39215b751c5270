import {
  copiesOf,
  DOCUMENT_PDF_FIELD,
  documentKindOf,
  Problem,
  type CompanyId,
  type DocumentId,
  type DocumentFinding,
  type DocumentInput,
  type EstimateCopy,
  type EstimateId,
  type FieldErrors,
  type Settings,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import {
  agreedOf,
  agreedWorks,
  buildsOnOf,
  checkPaper,
  clockOf,
  compareAmounts,
  datedBeforeSigning,
  filesOf,
  formatMoney,
  namedId,
  readBasis,
  readChoices,
  signedPaperOf,
  workKnownTo,
  type Agreed,
  type DocumentBasis,
  type DocumentChoices,
  type DocumentModel,
  type DocumentSource,
  type PaperToCheck,
  type SignedWork,
} from "@ridgebook/documents";
import type { IndexedPriceBook } from "@ridgebook/estimating";
import type { CompanyScope } from "#database/company-scope.ts";
import { readSettings, toSettings } from "#database/company-settings.ts";
import { seeingAllLeads } from "#database/lead-sight.ts";
import { PrintFailure, readCompared } from "#jobs/pdf/printer.ts";
import { refuse, type CheckedDocument } from "./check-document.ts";
import { showedRightToCancel } from "./check-right-to-cancel.ts";
import type { PdfParts, Transact } from "./document-pdf.ts";
import { listSignedPapers, type DocumentRow } from "./document-repository.ts";

/*
 * A device's signed document is not trusted: its amounts are recalculated from the estimate and the price book that it names, its content
 * is checked, and its PDF is compared with the one drawn from its model. Later changes by the office only lead to findings.
 */

/** The database's largest integer. */
const MAX_VERSION = 2 ** 31 - 1;

const AMOUNTS = ["materialCost", "laborCost", "materialPrice", "laborPrice", "quantity"] as const;

/** The parts of an estimate line that determine its price. */
type PricedLine = Readonly<Record<(typeof AMOUNTS)[number], number>> & {
  readonly fieldId: string;
  readonly fieldOptionId: string | null;
};

export interface PricesOfDocuments {
  /** The newest version of the company's price book. */
  newestVersion(scope: CompanyScope): Promise<number>;
  /** Undefined for an unknown version. Old versions are never removed. */
  find(scope: CompanyScope, version: number): Promise<IndexedPriceBook | undefined>;
  /** The estimate's lines as stored; undefined if it was deleted. */
  linesOf(scope: CompanyScope, id: EstimateId): Promise<readonly PricedLine[] | undefined>;
  findOtherPrices(given: {
    estimate: Pick<DocumentBasis, "items" | "workflowSummaries">;
    copies: readonly EstimateCopy[];
    book: IndexedPriceBook;
  }): readonly { readonly item: StoredEstimateItem; readonly messages: readonly string[] }[];
}

export interface SignedParts extends PdfParts {
  readonly prices: PricesOfDocuments;
}

interface SignedPaper {
  readonly body: DocumentInput;
  readonly bytes: Uint8Array | undefined;
  readonly checked: Omit<CheckedDocument, "findings">;
  readonly companyId: CompanyId;
  readonly transact: Transact;
}

interface ReadPaper {
  readonly choices: DocumentChoices;
  readonly basis: DocumentBasis;
}

function readPaper({ data, model }: SignedPaper["checked"], errors: FieldErrors): ReadPaper | undefined {
  const read = <Value>(key: string, from: () => Value): Value | undefined => {
    try {
      return from();
    } catch (error) {
      errors[`data.${key}`] = [error instanceof Error ? error.message : "It cannot be read."];
      return undefined;
    }
  };
  const choices = read("choices", () => readChoices(data));
  const basis = read("basis", () => readBasis(data));
  if (choices && choices.kind !== model.kind) errors["data.choices"] = ["The choices are those of another kind."];
  return choices && basis && { choices, basis };
}

export const toPaper = ({ id, type, data, createdTime }: DocumentRow) => ({
  id: id as DocumentId,
  type,
  data,
  createdTime: createdTime.toISOString(),
});

export const toSignedDocument = (row: DocumentRow) => ({
  ...toPaper(row),
  workflows: row.workflows,
  findings: [...row.findings],
  supersededById: row.supersededById,
});

/** The estimate's valid contracts in order of receipt, each with its valid change orders. */
export const signedWorksOf = (papers: readonly DocumentRow[]): SignedWork[] => {
  const byId = new Map(papers.map((row) => [row.id, row]));
  const paperOf = ({ id }: { readonly id: number }): readonly SignedWork["contract"][] => {
    const row = byId.get(id);
    return row ? [toPaper(row)] : [];
  };
  const signed = papers.flatMap((row) => signedPaperOf(toSignedDocument(row)) ?? []);
  return agreedWorks(signed).flatMap(({ contract, changeOrders }) =>
    paperOf(contract).map((paper) => ({ contract: paper, changeOrders: changeOrders.flatMap(paperOf) })),
  );
};

/**
 * The signed work that a change order changes, as its device knew it.
 *
 * @param papers the signed documents of its estimate
 */
export function changedBy(
  { kind, data, createdTime }: Pick<DocumentModel, "kind"> & Pick<SignedWork["contract"], "data" | "createdTime">,
  papers: readonly (SignedWork["contract"] & { readonly type: number })[],
): DocumentSource["changed"] {
  const contract = papers.find(({ id }) => id === namedId(data, "basedOnId"));
  if (!contract || kind !== "changeOrder") return undefined;
  // A paper that names its bases may include change orders of an earlier contract; others know those of their contract.
  const isNamed = buildsOnOf(data) !== undefined;
  const changeOrders = papers.filter(
    (other) =>
      documentKindOf(other.type) === "changeOrder" && (isNamed || namedId(other.data, "basedOnId") === contract.id),
  );
  return workKnownTo({ data, createdTime }, { contract, changeOrders });
}

interface Changed {
  /** The signed work that a change order changes, as its device knew it; undefined if missing or unreadable. */
  readonly work: DocumentSource["changed"];
  /** The agreement of that work, if every named paper is present. */
  readonly base: Agreed | undefined;
}

/** @param papers the signed documents of its estimate */
function findBase({ body, checked }: SignedPaper, papers: readonly DocumentRow[]): Changed {
  const { data, model } = checked;
  const work = changedBy({ kind: model.kind, data, createdTime: body.createdTime }, papers.map(toPaper));
  if (!work) return { work: undefined, base: undefined };
  let agreed: Agreed;
  try {
    agreed = agreedOf(work);
  } catch {
    return { work: undefined, base: undefined };
  }
  const there = new Set([work.contract, ...work.changeOrders].map((paper) => paper.data["fingerprint"]));
  // A paper of a previous release does not name its base: guessing it from times rejects nothing.
  const isNamed = buildsOnOf(data)?.every((fingerprint) => there.has(fingerprint)) ?? false;
  return { work, base: isNamed ? agreed : undefined };
}

/** Adds the finding for a change order without a complete base. */
function findUncompared({ checked: { model, data } }: SignedPaper, { work, base }: Changed): DocumentFinding[] {
  if (model.kind !== "changeOrder" || base || (work && !buildsOnOf(data))) return [];
  const missing = work ? "A signed paper that it names is not here" : "The contract that it changes is not here";
  return [{ kind: "otherWording", text: `${missing}, so what it says was agreed before could not be compared.` }];
}

interface Known extends Changed {
  /** Current ones. */
  readonly settings: Settings;
  /** Whether the paper's settings print the right to cancel. */
  readonly showsRightToCancel: boolean;
}

/** Reads the company's data that the paper is compared with. */
async function readKnown(paper: SignedPaper): Promise<Known> {
  const { body, checked, transact } = paper;
  return transact(async (scope) => {
    const settings = toSettings((await readSettings(scope)).values);
    const papers =
      checked.model.kind === "changeOrder"
        ? await seeingAllLeads(scope, () => listSignedPapers(scope, body.estimateId))
        : [];
    return {
      ...findBase(paper, papers),
      settings,
      showsRightToCancel: await showedRightToCancel(scope, { data: checked.data, settings }),
    };
  });
}

/** A change order's amounts sent along with the paper must equal the paper's. */
function checkAmountsBeside({ body }: SignedPaper, { choices }: ReadPaper, errors: FieldErrors): void {
  if (choices.kind !== "changeOrder") return;
  const { additionalWorkTotalBroughtFromAddendum: fromAddendum, showAdditionalCost, additionalCost } = choices;
  const expect = (field: keyof DocumentInput, sent: number, said: number): void => {
    if (formatMoney(sent) !== formatMoney(said))
      errors[field] = [`${formatMoney(sent)} was sent beside the paper, which says ${formatMoney(said)}.`];
  };
  expect("additionalWorkTotalBroughtFromAddendum", body.additionalWorkTotalBroughtFromAddendum, fromAddendum);
  expect("additionalCost", body.showAdditionalCost ? body.additionalCost : 0, showAdditionalCost ? additionalCost : 0);
}

/** Whether the server stored a line with this choice and these amounts before: then the amounts are not this paper's. */
const isTakenBefore = (item: PricedLine, lines: readonly PricedLine[]): boolean =>
  lines.some(
    (line) =>
      line.fieldId === item.fieldId &&
      line.fieldOptionId === item.fieldOptionId &&
      AMOUNTS.every((name) => line[name] === item[name]),
  );

async function checkAmounts(
  paper: SignedPaper,
  { choices, basis, work: changed, settings }: ReadPaper & Known,
  { prices }: SignedParts,
): Promise<DocumentFinding[]> {
  const { body, checked, transact } = paper;
  const { model, data } = checked;
  const { book, newest } = await transact(async (scope) => ({
    newest: await prices.newestVersion(scope),
    book: basis.priceBookVersion <= MAX_VERSION ? await prices.find(scope, basis.priceBookVersion) : undefined,
  }));
  if (!book)
    throw new Problem("validation", {
      errors: {
        "data.basis": [
          `The estimate names version ${String(basis.priceBookVersion)} of the price book; the newest is ${String(newest)}.`,
        ],
      },
    });
  const otherPrices = prices.findOtherPrices({ estimate: basis, copies: copiesOf(basis), book });
  const findings: DocumentFinding[] = [];
  if (otherPrices.length > 0) {
    const lines = await transact((scope) => seeingAllLeads(scope, () => prices.linesOf(scope, body.estimateId)));
    const wrong = otherPrices
      .filter(({ item }) => !lines || !isTakenBefore(item, lines))
      .flatMap(({ messages }) => messages);
    if (wrong.length > 0 && lines) throw new Problem("validation", { errors: { "data.basis": wrong } });
    // The accepted prices of a deleted estimate are unknown. The signed paper is accepted anyway.
    if (wrong.length > 0)
      findings.push({
        kind: "otherWording",
        text: `Its estimate was deleted, and not every price is that of its price book: ${wrong.join(" ")}`,
      });
  }
  const { createdTime } = body;
  const { differences, otherWords } = compareAmounts({
    model,
    choices,
    basis,
    data,
    book,
    settings,
    changed,
    createdTime,
  });
  if (differences.length > 0) throw new Problem("validation", { errors: { "data.model": [...differences] } });
  if (otherWords.length > 0)
    findings.push({ kind: "otherWording", text: `Not as today's settings would have it: ${otherWords.join(", ")}.` });
  return findings;
}

async function checkPdf(paper: SignedPaper, parts: SignedParts): Promise<DocumentFinding[]> {
  const { checked, bytes, companyId, transact } = paper;
  if (!bytes) return [];
  const { model, data, signatures } = checked;
  const found = await transact((scope) =>
    Promise.all(filesOf(model).map(async (id) => ({ id, file: await parts.files.find(scope, id) }))),
  );
  const files = new Map<string, { contentType: string; name: string; bytes: Uint8Array }>();
  for (const { id, file } of found) {
    // Photos are uploaded separately: a missing one is no reason to reject a signed paper.
    const stored = file && (await parts.files.read({ companyId, id }));
    if (stored) files.set(id, { contentType: file.contentType, name: file.name, bytes: stored });
  }
  const times = new Map(checked.signed?.signedBy.map(({ key, deviceTime }) => [key, deviceTime]));
  const compared = {
    received: Uint8Array.from(bytes),
    drawing: data["drawing"],
    input: {
      model,
      files,
      signatures: signatures.map(({ key, picture, signedTime }) => ({
        key,
        picture: Uint8Array.from(picture),
        timestamp: times.get(key) ?? signedTime.toISOString(),
      })),
      fingerprint: data["fingerprint"] ?? null,
    },
  };
  let reply: Uint8Array;
  try {
    reply = await parts.printer.print({ kind: "compare", compared });
  } catch (error) {
    if (!(error instanceof PrintFailure)) throw error;
    throw new Problem("unavailable", { title: `The PDF could not be compared: ${error.message}` });
  }
  const { difference, finding } = readCompared(reply);
  if (difference !== null) refuse({ [DOCUMENT_PDF_FIELD]: [difference] });
  return finding === null ? [] : [{ kind: "otherDrawing", text: finding }];
}

export type CheckSigned = typeof checkSigned;

/** Checks a signed document against the server's data. Throws validation with the difference; otherwise returns the findings. */
export async function checkSigned(paper: SignedPaper, parts: SignedParts): Promise<DocumentFinding[]> {
  const errors: FieldErrors = {};
  const read = readPaper(paper.checked, errors);
  refuse(errors);
  if (!read) throw new Error("A signed paper passed without its estimate.");
  checkAmountsBeside(paper, read, errors);
  const { model, data, signatures } = paper.checked;
  const known = await readKnown(paper);
  const signing = { signedTimes: signatures.map(({ signedTime }) => signedTime), clock: clockOf(data) };
  const { base, showsRightToCancel } = known;
  const toCheck: PaperToCheck = { model, ...read, base, signing, showsRightToCancel };
  const faults = checkPaper(toCheck, { isReceived: true });
  if (faults.length > 0) errors["data.model"] = faults.map(({ message }) => message);
  refuse(errors);
  const early = datedBeforeSigning(toCheck);
  return [
    ...(early === undefined ? [] : [{ kind: "wrongClock", text: early } satisfies DocumentFinding]),
    ...findUncompared(paper, known),
    ...(await checkAmounts(paper, { ...read, ...known }, parts)),
    ...(await checkPdf(paper, parts)),
  ];
}
