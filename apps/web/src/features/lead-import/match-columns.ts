import { isEmail, normalizePhone, splitExtension } from "@ridgebook/contract";
import { isLastNameFirst } from "./read-name.ts";
import { placeKindOf } from "./read-place.ts";
import type { FileTable } from "./read-table.ts";
import { REPEATED_TARGET, targetLabel, TARGETS, type Target } from "./targets.ts";

/** The target of each column, in the order of the file; undefined is "Not imported". */
export type Columns = readonly (Target | undefined)[];

/** Names for which the cells decide between several targets. */
type Family = "name" | "place";

/** Without its number: "Phone 1 - Value" and "Address 2" are only numbered. */
const plainHead = (head: string): string => head.toLowerCase().replaceAll(/[^a-z#]/g, "");

/**
 * Names of columns in other products, as `plainHead` writes them; an earlier name of a target is the better match. A target that is not listed is
 * matched by its label alone.
 */
const NAMES: Readonly<
  Partial<Record<Exclude<Target, "fullName" | "lastNameFirst" | "address" | "cityStateZip"> | Family, string>>
> = {
  name: "name fullname customername customer client clientname contactname primarycontact contact homeowner leadname lead displayname owners homeowners",
  firstName: "firstname first givenname forename",
  lastName: "lastname last surname familyname",
  company: "company companyname business businessname organization organisation organizationname account accountname",
  phone: "phone phonenumber mainphone homephone telephone primaryphone phonevalue dayphone tel phoneone",
  phoneExtension: "phoneextension phoneext extension ext",
  mobilePhone:
    "mobilephone mobile cell cellphone mobilenumber cellnumber secondaryphone otherphone altphone alternatephone",
  mobilePhoneExtension: "mobilephoneextension mobileextension",
  email: "email emailaddress primaryemail mail emailvalue",
  place:
    "address streetaddress jobaddress mailingaddress projectaddress propertyaddress siteaddress location addressline joblocation billingaddress fulladdress",
  street: "street streetline jobstreet mailingstreet",
  city: "city town jobcity mailingcity municipality",
  state: "state st province region stateprovince jobstate mailingstate",
  zipCode: "zipcode zip postalcode postcode postal jobzip mailingzip zippostalcode",
  description: "description notes note jobnotes comments comment remarks details jobdescription",
  projectType: "projecttype type jobtype worktype tradetype service servicetype trade",
  projectTypes: "projects projecttypes trades services",
  leadStatus: "status leadstatus stage jobstatus pipelinestage",
  lostReason: "lostreason reasonlost lossreason closedlostreason reasonforloss",
  customerNumber: "customernumber customerno customer# customerid # jobnumber job# jobno accountnumber",
  meetingDate: "meeting appointment appt meetingdate appointmentdate apptdate appointmenttime meetingtime scheduled",
  userId: "salesperson salesrep owner leadowner rep assignedto estimator salesman representative contactowner",
  salespersonEmail: "salespersonsemail owneremail salesrepemail salespersonemail",
  additionalSalesmanId: "secondsalesperson secondsalesrep cosalesperson",
  externalId: "idintheotherproduct recordid leadid externalid contactid id",
  changedTime:
    "lastchangedthere modifiedtime modified lastmodified lastmodifieddate updated updatedat lastupdated changed modifiedon createdtime created createdat createdon datecreated createddate",
};

const NAME_LISTS = Object.entries(NAMES).map(([target, names]) => ({ target, names: names.split(" ") }));
const OWN_HEADS = new Map(TARGETS.map((target) => [targetLabel(target).toLowerCase(), target]));

/** This many cells are enough to know what a column holds. */
const SAMPLE_ROWS = 200;

interface Candidate {
  readonly index: number;
  readonly target: Target;
  /** The smaller, the better the name fits. */
  readonly rank: number;
}

const share = (cells: readonly string[], isSo: (cell: string) => boolean): number => {
  const filled = cells.filter((cell) => cell !== "");
  return filled.length === 0 ? 0 : filled.filter(isSo).length / filled.length;
};
const isPhone = (cell: string): boolean => Boolean(normalizePhone(splitExtension(cell).phone));

function ofFamily(family: string, cells: readonly string[]): Target {
  if (family === "name") return isLastNameFirst(cells) ? "lastNameFirst" : "fullName";
  return family === "place" ? placeKindOf(cells) : (family as Target);
}

/** Columns of numbers that must not be called. */
const NO_PHONE = /\b(?:fax|pager)\b/i;

/** Finds a target by the cells, for a column whose name does not help. */
function byContent(cells: readonly string[]): Target | undefined {
  if (share(cells, isEmail) > 0.7) return "email";
  return share(cells, isPhone) > 0.7 ? "phone" : undefined;
}

function candidatesOf(head: string, index: number, cells: readonly string[]): Candidate[] {
  const own = OWN_HEADS.get(head.toLowerCase());
  if (own) return [{ index, target: own, rank: -1 }];
  const found = NAME_LISTS.flatMap(({ target, names }): Candidate[] => {
    const rank = names.indexOf(plainHead(head));
    return rank < 0 ? [] : [{ index, target: ofFamily(target, cells), rank }];
  });
  const guessed = NO_PHONE.test(head) ? undefined : byContent(cells);
  // An e-mail or a phone is recognized under any name, but not in a column that holds something else by its name.
  return guessed && found.length === 0 ? [{ index, target: guessed, rank: 100 }] : found;
}

/** The target of a second column of a kind. */
const SECOND: Partial<Record<Target, Target>> = { phone: "mobilePhone", mobilePhone: "phone" };

/**
 * Matches columns by their names and their cells: of two columns called "Address", one may be the street and the other the city with state and ZIP code.
 * Each target is used once, by the column whose name fits best, the first of equals.
 */
export function matchColumns({ heads, rows }: Pick<FileTable, "heads" | "rows">): Columns {
  const columns: (Target | undefined)[] = heads.map(() => undefined);
  const taken = new Set<Target>();
  const sample = rows.slice(0, SAMPLE_ROWS);
  const candidates = heads
    .flatMap((head, index) =>
      candidatesOf(
        head,
        index,
        sample.map(({ cells }) => cells[index] ?? ""),
      ),
    )
    .sort((one, other) => one.rank - other.rank || one.index - other.index);
  for (const { index, target } of candidates) {
    if (columns[index] !== undefined) continue;
    const second = SECOND[target];
    const free = [target, ...(second ? [second] : [])].find((each) => !taken.has(each) || each === REPEATED_TARGET);
    if (free === undefined || isCovered(free, taken)) continue;
    columns[index] = free;
    taken.add(free);
  }
  return columns;
}

/** Pairs of targets with the same contents: a whole name makes no sense beside a first name. */
const SAME: readonly (readonly [Target, Target])[] = [
  ["fullName", "lastNameFirst"],
  ["fullName", "firstName"],
  ["fullName", "lastName"],
  ["lastNameFirst", "firstName"],
  ["lastNameFirst", "lastName"],
  ["address", "street"],
  ["address", "city"],
  ["address", "cityStateZip"],
  ["cityStateZip", "city"],
];

const isCovered = (target: Target, taken: ReadonlySet<Target>): boolean =>
  SAME.some(([one, other]) => (one === target && taken.has(other)) || (other === target && taken.has(one)));

/** Gives a column another target: the column that had it before is not imported any more. */
export const chooseTarget = (columns: Columns, index: number, target: Target | undefined): Columns =>
  columns.map((each, at) => (at === index ? target : each === target && target !== REPEATED_TARGET ? undefined : each));
