import {
  DOCUMENT_LABELS,
  formatLeadPhone,
  formatPhone,
  fullName,
  isNoFile,
  leadName,
  type DocumentKind,
  type LeadFields,
  type Settings,
} from "@ridgebook/contract";
import { TYPE_VERSION, type DocumentModel, type Party } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { dayOf, dayText, timeZoneOf } from "./dates.ts";

/* Common parts of all papers: head, company, footer and parties. */

const present = (lines: readonly string[]): string[] => lines.map((line) => line.trim()).filter((line) => line !== "");

/** "Kalamazoo, MI 49048", as far as known. */
const townLine = (city: string, state: string, zip: string): string =>
  [city, [state, zip].filter((part) => part !== "").join(" ")].filter((part) => part !== "").join(", ");

export const companyName = (settings: Settings): string => settings.companyName || settings.appCompanyName;

/** "2280 Gull Rd, Kalamazoo, MI 49048". */
export const companyAddress = (settings: Settings): string =>
  present([
    settings.addressStreet,
    townLine(settings.addressCity, settings.addressState, settings.addressPostalCode),
  ]).join(", ");

/** "northgable.example" of "https://www.northgable.example/". */
const siteName = (url: string): string => url.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/+$/, "");

/** How a company is named at the head of a paper. */
export const companyOnPaper = (settings: Settings): DocumentModel["company"] => ({
  name: companyName(settings),
  lines: present([
    companyAddress(settings),
    present([formatPhone(settings.phoneNumber), siteName(settings.companyWebsiteUrl)]).join(" · "),
    settings.license === "" ? "" : `License ${settings.license}`,
  ]),
  logoFileId: isNoFile(settings.logoImage) ? null : settings.logoImage,
  color: settings.themeColor,
  timeZone: timeZoneOf(settings),
});

/** "1847 Maple Ridge Dr" and "Portage, MI 49024". */
export const placeLines = ({ street, city, state, zipCode }: LeadFields): string[] =>
  present([street, townLine(city, state, zipCode)]);

/** The day of making the document, in the company's time zone. */
export const documentDay = ({ now, settings }: Pick<DocumentSource, "now" | "settings">): string =>
  dayOf(now, timeZoneOf(settings));

type Frame = Pick<
  DocumentModel,
  "typeVersion" | "kind" | "title" | "number" | "date" | "dateText" | "company" | "footer"
>;

/** A paper's head and foot. The foot has company, kind and number, and the customer. */
export function documentFrame(
  source: Pick<DocumentSource, "lead" | "settings" | "number" | "now">,
  { kind, title }: { kind: DocumentKind; title: string },
): Frame {
  const { lead, settings, number } = source;
  const date = documentDay(source);
  return {
    typeVersion: TYPE_VERSION,
    kind,
    title,
    number,
    date,
    dateText: dayText(date),
    company: companyOnPaper(settings),
    footer: {
      lines: present([
        present([companyName(settings), `${DOCUMENT_LABELS[kind]} ${number}`]).join(" · "),
        present([leadName(lead), lead.street]).join(", "),
      ]),
      // Papers are signed in the app: a line for initials would stay blank. Older papers have it.
      hasInitials: false,
    },
  };
}

/**
 * A lead's people as individual signers: "Karen & Tom" Whitfield are Karen Whitfield and Tom Whitfield. The company without a person's
 * name.
 */
export function customerNamesOf(lead: Pick<LeadFields, "firstName" | "lastName" | "company">): string[] {
  const people = lead.firstName
    .split(/\s*(?:&|\+|\band\b|\/)\s*/i)
    .map((first) => first.trim())
    .filter((first) => first !== "");
  if (people.length < 2) return present([leadName(lead)]);
  // "Karen Miller & Tom" Whitfield: a person's own last name is kept.
  return people.map((person) => (person.includes(" ") ? person : `${person} ${lead.lastName}`.trim()));
}

/** The homeowners: "Owner" or "Owners". */
export const ownerParty = (lead: LeadFields, names: readonly string[]): Party => {
  const strong = present(names);
  const isCompanyNamed = strong.length === 0 || strong.includes(lead.company);
  return {
    caption: strong.length > 1 ? "Owners" : "Owner",
    strong: strong.length > 0 ? strong : present([leadName(lead)]),
    lines: present([isCompanyNamed ? "" : lead.company, formatLeadPhone(lead, { first: "phone" }), lead.email]),
  };
};

export const placeParty = (lead: LeadFields): Party => ({
  caption: "Place of work",
  strong: [],
  lines: placeLines(lead),
});

/** The company and its representative. */
export const contractorParty = ({
  settings,
  salesperson,
}: Pick<DocumentSource, "settings" | "salesperson">): Party => ({
  caption: "Contractor",
  strong: present([companyName(settings)]),
  lines: present([
    fullName(salesperson),
    settings.salespersonTitle,
    formatPhone(salesperson.phoneNumber) || formatPhone(settings.phoneNumber),
  ]),
});
