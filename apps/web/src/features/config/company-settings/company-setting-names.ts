import type { FlagSetting } from "#features/config/settings-form/described-settings.ts";

/* The settings of the page with what each of them affects (SET-02, SET-03, SET-13). */

const described = <const Settings extends readonly FlagSetting[]>(settings: Settings): Settings => settings;

export const IDENTITY = described([
  { name: "companyName", label: "Company name", hint: "Heads contracts and other documents." },
  {
    name: "appCompanyName",
    label: "Name in the app",
    hint: "Shown in the top bar and in the title of the window. Left empty, the bar has the name that the company was added with.",
  },
  { name: "companyWebsiteUrl", label: "Website", hint: "Printed beside the phone number on documents." },
  { name: "license", label: "License", hint: "Printed as “License …” on documents." },
]);

export const ADDRESS = described([
  { name: "addressStreet", label: "Street", hint: "The address is printed on every document." },
  { name: "addressCity", label: "City", hint: "On documents." },
  { name: "addressState", label: "State", hint: "On documents." },
  { name: "addressPostalCode", label: "Zip code", hint: "On documents." },
]);
export const COUNTRY = described([
  { name: "addressCountry", label: "Country", hint: "For your records; documents do not print it." },
])[0];

export const PHONES = described([
  {
    name: "phoneNumber",
    label: "Phone",
    hint: "Printed on documents, also for salespeople without a number of their own.",
  },
  { name: "faxNumber", label: "Fax", hint: "For your records; documents do not print it." },
]);

export const SALESPERSON_TITLE = described([
  { name: "salespersonTitle", label: "Salesperson title", hint: "Printed under the salesperson's name on documents." },
])[0];
export const TIME_ZONE = { name: "timeZone", label: "Time zone" } as const;

export const LIGHT_LOGO = {
  name: "logoImage",
  label: "Logo on light ground",
  hint: "Heads documents, the homeowner view, and the login page of devices that have worked here. JPEG or PNG.",
} as const;
export const DARK_LOGO = {
  name: "logoDarkImage",
  label: "Logo on dark ground",
  hint: "Heads the homeowner view in the dark theme. JPEG, PNG or GIF. Without one, the other logo is used.",
} as const;

export const THEME_COLOR = { name: "themeColor", label: "Theme color" } as const;

export const SIGN_IN_FLAGS: readonly FlagSetting[] = [
  {
    name: "requireTwoStepSignIn",
    label: "Require two-step sign-in",
    hint: "From their next login on, everybody who works here needs an authenticator app. Devices that are logged in stay so.",
  },
];

export const USAGE_FLAGS: readonly FlagSetting[] = [
  {
    name: "showPaymentOptions",
    label: "Offer payment options on estimates",
    hint: "Adds the ways to pay to the summary of each estimate.",
  },
  {
    name: "hideAmountsOnSalesScreens",
    label: "Hide cost and margin on sales screens",
    hint: "They appear when somebody presses “Show cost and margin”, and hide on the next page.",
  },
  {
    name: "salespeopleSeeAllLeads",
    label: "Salespeople see all leads",
    hint: "When this is off, users who are not admins see only leads where they are a salesperson, with their estimates and documents.",
  },
  {
    name: "showMeasurmentPopulate",
    label: "Fill estimates from measurement reports",
    hint: "Adds “Populate from measurements” to the details steps of estimates.",
  },
];
