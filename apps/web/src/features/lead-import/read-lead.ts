import {
  fieldErrorsOf,
  LEAD_FIELD_LABELS,
  leadFields,
  ruleMessages,
  splitExtension,
  stagedLead,
  UNTIMED_MEETING,
  type LeadField,
  type LeadFields,
  type StagedLead,
  type UserId,
} from "@ridgebook/contract";
import { knownStatus, suggestStatus, type Mapping } from "./mappings.ts";
import type { Columns } from "./match-columns.ts";
import { plainText } from "./plain-text.ts";
import { readName } from "./read-name.ts";
import { readAddress, readCityStateZip, readState } from "./read-place.ts";
import type { TableRow } from "./read-table.ts";
import { readMoment, type DateOrder } from "./read-time.ts";
import type { Target } from "./targets.ts";

/** The user's decisions about the whole file. */
export interface LeadRules {
  readonly columns: Columns;
  readonly dateOrder: DateOrder;
  /** IANA name. */
  readonly timeZone: string;
  readonly findSalesperson: (text: string) => UserId | undefined;
  /** The user's choices for names that `findSalesperson` does not know; null is no one. */
  readonly owners: Mapping<UserId | null>;
  /** The user's choices for unknown statuses. */
  readonly statuses: Mapping<string>;
  /** A file that this app has written: its texts are taken unchanged. */
  readonly isOwnExport: boolean;
}

export interface CellProblem {
  readonly row: number;
  /** Index of the column. */
  readonly column: number;
  readonly message: string;
  /** The cell from the file, or its correction. */
  readonly value: string;
  /** Whether the row has no name without this cell: then it can only be corrected or skipped. */
  readonly skipsRow: boolean;
}

/** An assumption about a cell that may be wrong. */
export type CellNote = Omit<CellProblem, "skipsRow">;

interface ReadRow {
  /** Undefined for a row without a name. */
  readonly lead: StagedLead | undefined;
  readonly problems: readonly CellProblem[];
  readonly notes: readonly CellNote[];
  /** Texts that match no salesperson or status. */
  readonly unknownOwners: readonly string[];
  readonly unknownStatus: string | undefined;
  readonly hasUntimedMeeting: boolean;
}

const NO_NAME = "A lead needs a last name or a company";
const NAME_TARGETS: readonly Target[] = ["fullName", "lastNameFirst", "lastName", "firstName", "company"];

/** Reads one row; see `RowReader`. */
export const readLead = (row: TableRow, rules: LeadRules): ReadRow => new RowReader(row, rules).read();

/**
 * Reads one row of a file into a lead. A value that does not fit becomes a problem, and its member stays empty; nothing is ever cut. Blank
 * cells say nothing.
 */
class RowReader {
  readonly #row: TableRow;
  readonly #rules: LeadRules;
  readonly #fields: Partial<Record<LeadField, unknown>> = {};
  readonly #problems: CellProblem[] = [];
  readonly #notes: CellNote[] = [];
  readonly #unknownOwners: string[] = [];
  readonly #descriptions: string[] = [];
  #unknownStatus: string | undefined;
  #externalId: string | null = null;
  #changedTime: string | null = null;
  #hasUntimedMeeting = false;

  constructor(row: TableRow, rules: LeadRules) {
    this.#row = row;
    this.#rules = rules;
  }

  read(): ReadRow {
    const { columns } = this.#rules;
    for (const [column, target] of columns.entries()) {
      const cell = this.#row.cells[column] ?? "";
      if (target !== undefined && cell !== "") this.#readCell({ column, target, cell });
    }
    this.#setSalesperson();
    const described = columns.indexOf("description");
    if (this.#descriptions.length > 0) this.#set("description", this.#descriptions.join("\n"), described);
    const hasName = Boolean(this.#fields.firstName ?? this.#fields.lastName ?? this.#fields.company);
    if (!hasName) this.#noteMissingName();
    return {
      lead: hasName ? this.#toLead() : undefined,
      problems: this.#problems,
      notes: this.#notes,
      unknownOwners: this.#unknownOwners,
      unknownStatus: this.#unknownStatus,
      hasUntimedMeeting: this.#hasUntimedMeeting,
    };
  }

  #toLead(): StagedLead {
    return {
      row: this.#row.number,
      fields: this.#fields as Partial<LeadFields>,
      externalId: this.#externalId,
      changedTime: this.#changedTime,
    };
  }

  #readCell({ column, target, cell }: { column: number; target: Target; cell: string }): void {
    switch (target) {
      case "fullName":
      case "lastNameFirst":
        this.#setAll(readName(cell, { lastNameFirst: target === "lastNameFirst" }), column);
        return;
      case "phone":
      case "mobilePhone":
        this.#readPhone(target, cell, column);
        return;
      case "address":
      case "cityStateZip": {
        const { state, zipCode, ...place } = target === "address" ? readAddress(cell) : readCityStateZip(cell);
        this.#setAll(place, column);
        if (state !== "") this.#readState(state, column);
        if (zipCode !== "") this.#readZipCode(zipCode, column);
        return;
      }
      case "state":
        this.#readState(cell, column);
        return;
      case "zipCode":
        this.#readZipCode(cell, column);
        return;
      case "description": {
        const text = this.#rules.isOwnExport ? cell : plainText(cell);
        if (text !== "") this.#descriptions.push(text);
        return;
      }
      case "projectTypes":
        this.#set(target, cell.split(cell.includes("\n") ? /\s*\n\s*/ : /\s*;\s*/).filter(Boolean), column);
        return;
      case "leadStatus":
        this.#readStatus(cell, column);
        return;
      case "meetingDate":
      case "changedTime":
        this.#readTime(target, cell, column);
        return;
      case "userId":
      case "salespersonEmail":
        // Both name one person: see #setSalesperson.
        return;
      case "additionalSalesmanId":
        this.#set(target, this.#findPerson([cell]), column);
        return;
      case "externalId":
        this.#readExternalId(cell, column);
        return;
      default:
        this.#set(target, cell, column);
        return;
    }
  }

  /** Accepts what the contract accepts for the member; otherwise reports a problem of the cell. */
  #set(field: LeadField, value: unknown, column: number): void {
    const read = leadFields.shape[field].safeParse(value);
    if (read.success) this.#fields[field] = read.data;
    else this.#addProblem(column, read.error.issues[0]?.message ?? "This does not fit.");
  }

  /** Parts of one cell: all of them or, where one does not fit, none. A part that the row has in a separate cell is taken from there. */
  #setAll(parts: Readonly<Partial<Record<LeadField, string>>>, column: number): void {
    const own = (Object.entries(parts) as [LeadField, string][]).filter(
      ([field, value]) => value !== "" && !this.#row.cells[this.#rules.columns.indexOf(field)],
    );
    const unfit = own.find(([field, value]) => !leadFields.shape[field].safeParse(value).success);
    for (const [field, value] of unfit ? [unfit] : own) this.#set(field, value, column);
  }

  #readPhone(target: "phone" | "mobilePhone", cell: string, column: number): void {
    const { phone, extension } = splitExtension(cell);
    const read = leadFields.shape[target].safeParse(phone);
    if (!read.success) {
      this.#addProblem(column, phoneProblem(phone));
      return;
    }
    this.#fields[target] = read.data;
    if (extension !== "") this.#set(target === "phone" ? "phoneExtension" : "mobilePhoneExtension", extension, column);
  }

  #readState(text: string, column: number): void {
    const state = readState(text);
    if (state === undefined) this.#addProblem(column, "This is not a state or province.");
    else this.#fields.state = state;
  }

  #readZipCode(text: string, column: number): void {
    if (/^\d+$/.test(text) && text.length !== 5) {
      // Spreadsheets write nine digits without the dash.
      if (text.length === 9) this.#set("zipCode", `${text.slice(0, 5)}-${text.slice(5)}`, column);
      else this.#addProblem(column, "A zip code has 5 digits");
    } else this.#set("zipCode", text, column);
  }

  #readStatus(cell: string, column: number): void {
    if (this.#rules.isOwnExport) {
      this.#set("leadStatus", cell, column);
      return;
    }
    const known = knownStatus(cell);
    if (known === undefined) this.#unknownStatus = cell;
    const chosen = Object.hasOwn(this.#rules.statuses, cell) ? this.#rules.statuses[cell] : undefined;
    this.#set("leadStatus", known ?? chosen ?? suggestStatus(cell), column);
  }

  #readTime(target: "meetingDate" | "changedTime", cell: string, column: number): void {
    const { dateOrder: order, timeZone, isOwnExport } = this.#rules;
    const read = readMoment(cell, {
      order,
      timeZone,
      clock: target === "meetingDate" ? UNTIMED_MEETING : "00:00",
      isMidnightUntimed: !isOwnExport,
    });
    if ("problem" in read) {
      this.#addProblem(column, read.problem);
      return;
    }
    if (read.note !== undefined) this.#notes.push({ row: this.#row.number, column, message: read.note, value: cell });
    if (target === "changedTime") {
      this.#changedTime = read.time;
      return;
    }
    this.#hasUntimedMeeting = !read.hasClock;
    this.#set(target, read.time, column);
  }

  #readExternalId(cell: string, column: number): void {
    const read = stagedLead.shape.externalId.safeParse(cell);
    if (read.success) this.#externalId = read.data;
    else this.#addProblem(column, fieldErrorsOf(read.error)[""]?.[0] ?? ruleMessages.tooLong("Id", 100));
  }

  /** Matches by name; by e-mail if no user has that name. */
  #setSalesperson(): void {
    const { columns } = this.#rules;
    const at = [columns.indexOf("userId"), columns.indexOf("salespersonEmail")];
    const texts = at.flatMap((column) => this.#row.cells[column] || []);
    if (texts.length > 0) this.#fields.userId = this.#findPerson(texts);
  }

  #findPerson(texts: readonly string[]): UserId | null {
    const { findSalesperson, owners } = this.#rules;
    for (const text of texts) {
      const found = findSalesperson(text);
      if (found !== undefined) return found;
    }
    const [name = ""] = texts;
    this.#unknownOwners.push(name);
    return Object.hasOwn(owners, name) ? (owners[name] ?? null) : null;
  }

  #addProblem(column: number, message: string): void {
    const value = this.#row.cells[column] ?? "";
    this.#problems.push({ row: this.#row.number, column, message, value, skipsRow: false });
  }

  /** A name with a problem already explains why the row has none. */
  #noteMissingName(): void {
    const { columns } = this.#rules;
    const isOfName = ({ column }: CellProblem): boolean => {
      const target = columns[column];
      return target !== undefined && NAME_TARGETS.includes(target);
    };
    const unfit = this.#problems.findIndex(isOfName);
    const problem = this.#problems[unfit];
    if (problem) {
      this.#problems[unfit] = { ...problem, skipsRow: true };
      return;
    }
    const column = NAME_TARGETS.map((target) => columns.indexOf(target)).find((index) => index >= 0) ?? 0;
    this.#problems.push({
      row: this.#row.number,
      column,
      message: NO_NAME,
      value: this.#row.cells[column] ?? "",
      skipsRow: true,
    });
  }
}

const phoneProblem = (phone: string): string =>
  phone.replaceAll(/\D/g, "").length === 7
    ? "The area code is missing: a phone number has 10 digits"
    : ruleMessages.phone(LEAD_FIELD_LABELS.phone);
