import type { LeadFields } from "@ridgebook/contract";
import { buildLead } from "./build-lead.ts";

/** Leads for SEARCHES, each with a different last name. */
export const SEARCHED_LEADS: readonly LeadFields[] = [
  buildLead({
    firstName: "Karen",
    lastName: "Whitfield",
    company: "Grace Lutheran Church",
    customerNumber: "C-10423",
    phone: "+16165550168",
    mobilePhone: "+16165550142",
    email: "kw@mail.test",
  }),
  buildLead({
    firstName: "José",
    lastName: "Núñez",
    customerNumber: "77-204",
    street: "37-12 Elm St",
    city: "Łódź",
    phone: "+12695550114",
    mobilePhone: "",
    zipCode: "49417",
    email: "jose@mail.test",
  }),
  buildLead({
    firstName: "Siobhán",
    lastName: "O’Brien",
    street: "9 Birch Ln",
    city: "Holland",
    zipCode: "49423",
    phone: "",
    mobilePhone: "",
    email: "",
  }),
];

/** The results of a search in SEARCHED_LEADS, by last name: the same on the server and on a device. */
export const SEARCHES: readonly { readonly typed: string; readonly finds: readonly string[] }[] = [
  ...["616-555", "(616) 555", "616.555", "616555", "616-555-01", "6165550142", "+1 616 555 0142", "555-0168"].map(
    (typed) => ({ typed, finds: ["Whitfield"] }),
  ),
  ...["269-555", "269-555-0114", "5550114", "0114", "555-011"].map((typed) => ({ typed, finds: ["Núñez"] })),
  { typed: "555-01", finds: ["Núñez", "Whitfield"] },
  { typed: "555", finds: ["Núñez", "Whitfield"] },
  ...["c-10423", "10423", "lutheran"].map((typed) => ({ typed, finds: ["Whitfield"] })),
  ...["77-204", "77204", "37-12", "nunez", "lodz", "49417", "elm jose"].map((typed) => ({ typed, finds: ["Núñez"] })),
  ...["O'Brien", "obrien", "holl", "9 birch"].map((typed) => ({ typed, finds: ["O’Brien"] })),
  ...["'", "%", "🏠", "zzzzz"].map((typed) => ({ typed, finds: [] })),
];
