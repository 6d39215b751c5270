/** A chapter of docs/guide, or some of its sections by their headings. A section brings the smaller ones below it. */
export interface GuidePart {
  readonly chapter: string;
  /** Left out: the whole chapter. */
  readonly sections?: readonly string[];
}

const PRICE_CHANGES = "What new prices do to open estimates";

/** The sections of the user guide that help with each page, by the page's path. */
export const PAGE_HELP = {
  "/config/settings": [
    {
      chapter: "company",
      sections: [
        "Settings",
        "Whose leads salespeople see",
        "Cost and margin on sales screens",
        "All users log in with a second step",
      ],
    },
  ],
  "/config/users": [
    { chapter: "company", sections: ["Users", "A user lost their second step"] },
    { chapter: "inviting" },
  ],
  "/config/import-leads": [{ chapter: "import-leads" }],
  "/config/payment-options": [{ chapter: "company", sections: ["Payment options"] }],
  "/config/usage-report": [{ chapter: "company", sections: ["Usage report"] }],
  "/config/activity": [{ chapter: "company", sections: ["Activity"] }],
  "/config/estimate-sections": [{ chapter: "settings", sections: ["What the company offers"] }],
  "/config/estimate-fields": [
    { chapter: "price-book", sections: ["Fields", "The spreadsheet", PRICE_CHANGES, "Versions"] },
  ],
  "/config/estimate-field-options": [{ chapter: "price-book", sections: ["Options", PRICE_CHANGES] }],
  "/config/sections-info": [{ chapter: "company", sections: ["Section help"] }],
  "/config/estimate-templates": [
    { chapter: "company", sections: ["Templates"] },
    { chapter: "estimates", sections: ["From a template"] },
  ],
  "/config/contract-settings": [
    { chapter: "settings", sections: ["What contracts say", "The paper beside the wording", "Words in double braces"] },
  ],
  "/config/email-settings": [{ chapter: "company", sections: ["E-mail"] }],
  "/config/file-settings": [{ chapter: "file-storage" }],
  "/config/hover-integration": [{ chapter: "hover", sections: ["From Hover"] }],
  "/config/zoho-integration": [{ chapter: "zoho" }],
  "/config/photo-integration": [{ chapter: "leads", sections: ["Photos from CompanyCam"] }],
  "/config/api-integration": [{ chapter: "company", sections: ["API access"] }],
  "/admin/companies": [{ chapter: "company", sections: ["Many companies"] }, { chapter: "move-a-company" }],
  "/admin/users": [{ chapter: "company", sections: ["Many companies"] }],
  "/master/folder-log": [{ chapter: "company", sections: ["The folder log"] }],
} as const satisfies Readonly<Record<string, readonly GuidePart[]>>;

export type PageWithHelp = keyof typeof PAGE_HELP;

/** The page whose help fits a path; a user's page has that of the list. */
export const helpedPage = (path: string): PageWithHelp | undefined =>
  (Object.keys(PAGE_HELP) as PageWithHelp[]).find((page) => path === page || path.startsWith(`${page}/`));

/** A span of a line. */
interface GuideText {
  readonly text: string;
  readonly as?: "strong" | "code";
}
export type GuideLine = readonly GuideText[];

export type GuideBlock =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly line: GuideLine }
  | { readonly kind: "list"; readonly isNumbered: boolean; readonly items: readonly GuideLine[] }
  | { readonly kind: "table"; readonly heads: readonly GuideLine[]; readonly rows: readonly (readonly GuideLine[])[] };
