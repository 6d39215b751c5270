import {
  fieldErrorsOf,
  fullName,
  ROLES,
  userInput,
  userRecord,
  type FieldErrors,
  type ListedUser,
  type UserInput,
} from "@ridgebook/contract";
import { csvFile } from "#files/csv.ts";
import { readCsv, type CsvRow } from "#files/read-csv.ts";

/** The known columns. */
const COLUMNS = ["firstName", "lastName", "email", "phoneNumber", "role"] as const;
export type CsvColumn = (typeof COLUMNS)[number];
/** Their names in the template. */
export const CSV_HEADS: readonly string[] = COLUMNS.map((column) => userRecord.labels[column]);

/** Other names of a column, as `plainHead` writes them. "name" is a whole name. */
const OTHER_HEADS: Readonly<Record<string, CsvColumn | "name">> = {
  first: "firstName",
  firstname: "firstName",
  givenname: "firstName",
  forename: "firstName",
  last: "lastName",
  lastname: "lastName",
  surname: "lastName",
  familyname: "lastName",
  name: "name",
  fullname: "name",
  email: "email",
  emailaddress: "email",
  mail: "email",
  phonenumber: "phoneNumber",
  phone: "phoneNumber",
  telephone: "phoneNumber",
  mobile: "phoneNumber",
  mobilephone: "phoneNumber",
  cell: "phoneNumber",
  cellphone: "phoneNumber",
  role: "role",
};

const plainHead = (head: string): string => head.toLowerCase().replaceAll(/[^a-z]/g, "");

export type PersonCells = Readonly<Record<CsvColumn, string>>;

/** A row of the file as a person. */
export interface CsvPerson {
  /** The row's number in a spreadsheet. */
  readonly row: number;
  readonly cells: PersonCells;
}

export interface CsvPeople {
  readonly people: readonly CsvPerson[];
  /** Heads of unknown columns. */
  readonly unusedHeads: readonly string[];
}

/** Reads a file of people, its columns by their names; a text says why it is unreadable. */
export function readCsvPeople(text: string): CsvPeople | string {
  const [head, ...rows] = readCsv(text);
  if (!head) return "There is nothing in it.";
  const columns = head.cells.map((cell) => OTHER_HEADS[plainHead(cell)]);
  if (!columns.includes("email")) return "No column is called “E-mail”. The first row has to name the columns.";
  const isNamed = columns.includes("name") || (columns.includes("firstName") && columns.includes("lastName"));
  if (!isNamed) return "The first row has to name the columns “First name” and “Last name”.";
  if (rows.length === 0) return "There are no people below the first row.";
  return {
    people: rows.map((row) => ({ row: row.number, cells: cellsOf(row, columns) })),
    unusedHeads: head.cells.filter((cell, index) => cell !== "" && columns[index] === undefined),
  };
}

function cellsOf(row: CsvRow, columns: readonly (CsvColumn | "name" | undefined)[]): PersonCells {
  const cellAt = (column: CsvColumn | "name"): string => row.cells[columns.indexOf(column)] ?? "";
  const whole = partsOfName(cellAt("name"));
  return {
    firstName: cellAt("firstName") || whole.firstName,
    lastName: cellAt("lastName") || whole.lastName,
    email: cellAt("email"),
    phoneNumber: cellAt("phoneNumber"),
    role: cellAt("role"),
  };
}

/** "Ann Lee" and "Lee, Ann" */
function partsOfName(name: string): { firstName: string; lastName: string } {
  const [last = "", first] = name.split(",").map((part) => part.trim());
  if (first !== undefined) return { firstName: first, lastName: last };
  const words = name.split(/\s+/);
  return { firstName: words.slice(0, -1).join(" "), lastName: words.at(-1) ?? "" };
}

export interface ProblemRow extends CsvPerson {
  readonly errors: Readonly<Partial<Record<CsvColumn, string>>>;
}

interface KnownRow extends CsvPerson {
  readonly user: ListedUser;
  /** The file's differing values, which are ignored. */
  readonly difference: string | undefined;
}

export interface NewRow extends CsvPerson {
  readonly input: UserInput;
}

/** The effect of inviting the people of a file, each list in the order of the file. */
export interface InvitePlan {
  readonly problems: readonly ProblemRow[];
  readonly known: readonly KnownRow[];
  readonly added: readonly NewRow[];
}

const plainEmail = (email: string): string => email.trim().toLowerCase();

/** Sorts the people of a file into new ones, known ones, and rows with a problem. Changes nothing. */
export function planInvites(people: readonly CsvPerson[], users: readonly ListedUser[]): InvitePlan {
  const userByEmail = new Map(users.map((user) => [plainEmail(user.email), user]));
  const rowByEmail = new Map<string, number>();
  const problems: ProblemRow[] = [];
  const known: KnownRow[] = [];
  const added: NewRow[] = [];
  for (const person of people) {
    const email = plainEmail(person.cells.email);
    const user = userByEmail.get(email);
    const sameRow = rowByEmail.get(email);
    if (email !== "" && sameRow === undefined) rowByEmail.set(email, person.row);
    if (email !== "" && sameRow !== undefined)
      problems.push({ ...person, errors: { email: `Row ${String(sameRow)} has this e-mail too.` } });
    else if (user) known.push({ ...person, user, difference: differenceOf(person, user) });
    else {
      const read = readPerson(person.cells);
      if ("errors" in read) problems.push({ ...person, errors: read.errors });
      else added.push({ ...person, input: read.input });
    }
  }
  return { problems, known, added };
}

const roleOf = (text: string): (typeof ROLES)[number] | undefined =>
  text === "" ? "User" : ROLES.find((role) => role.toLowerCase() === text.toLowerCase());

function readPerson(cells: PersonCells): { input: UserInput } | { errors: ProblemRow["errors"] } {
  const role = roleOf(cells.role);
  const read = userInput.safeParse({ ...cells, role: role ?? cells.role });
  return read.success ? { input: read.data } : { errors: firstMessages(fieldErrorsOf(read.error)) };
}

const firstMessages = (errors: FieldErrors): ProblemRow["errors"] =>
  Object.fromEntries(COLUMNS.flatMap((column) => (errors[column]?.[0] ? [[column, errors[column][0]]] : [])));

function differenceOf({ row, cells }: CsvPerson, user: ListedUser): string | undefined {
  const name = fullName(user);
  const said = roleOf(cells.role);
  if (cells.role !== "" && said !== undefined && user.role !== null && said !== user.role)
    return `Row ${String(row)} says ${said} for ${name}. The role here stays ${user.role}.`;
  const other = fullName({ ...cells, email: "" });
  if (other !== "" && other.toLowerCase() !== name.toLowerCase())
    return `Row ${String(row)} says ${other}. The name here stays ${name}.`;
  return undefined;
}

/** An empty file with the known columns. */
export const csvTemplate = (): File => csvFile("users-template.csv", [CSV_HEADS]);
