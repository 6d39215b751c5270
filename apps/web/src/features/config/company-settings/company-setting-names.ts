import { ESTIMATES_SHOW_WAYS } from "#features/config/payment-options/payment-setting-names.ts";
import { described, type FlagSetting } from "#features/config/settings-form/described-settings.ts";

/* The settings of the page with what each of them affects (SET-02, SET-03, SET-13). */

export const IDENTITY: readonly FlagSetting[] = [
  described({ name: "companyName", hint: "Heads contracts and other documents." }),
  described({
    name: "appCompanyName",
    hint: "Shown in the top bar and in the title of the window. Left empty, the bar has the name that the company was added with.",
  }),
  described({ name: "companyWebsiteUrl", hint: "Printed beside the phone number on documents." }),
  described({ name: "license", hint: "Printed as “License …” on documents." }),
];

export const ADDRESS = [
  described({ name: "addressStreet", hint: "The address is printed on every document." }),
  described({ name: "addressCity", hint: "Printed." }),
  described({ name: "addressState", hint: "Printed." }),
  described({ name: "addressPostalCode", hint: "Printed." }),
] as const;
export const COUNTRY = described({ name: "addressCountry", hint: "For your records; documents do not print it." });

export const PHONES: readonly FlagSetting[] = [
  described({ name: "phoneNumber", hint: "Printed on documents, also for salespeople without a number of their own." }),
  described({ name: "faxNumber", hint: "For your records; documents do not print it." }),
];

export const SALESPERSON_TITLE = described({
  name: "salespersonTitle",
  hint: "Printed under the salesperson's name on documents.",
});
export const TIME_ZONE = described({ name: "timeZone" });

export const LIGHT_LOGO = described({
  name: "logoImage",
  hint: "Heads documents, the homeowner view, and the login page of devices that have worked here. JPEG or PNG.",
});
export const DARK_LOGO = described({
  name: "logoDarkImage",
  hint: "Heads the homeowner view in the dark theme. JPEG, PNG or GIF. Without one, the other logo is used.",
});

export const THEME_COLOR = described({ name: "themeColor" });

export const SIGN_IN_FLAGS: readonly FlagSetting[] = [
  described({
    name: "requireTwoStepSignIn",
    hint: "From their next login on, everybody who works here needs an authenticator app. Devices that are logged in stay so.",
  }),
];

export const USAGE_FLAGS: readonly FlagSetting[] = [
  ESTIMATES_SHOW_WAYS,
  described({
    name: "hideAmountsOnSalesScreens",
    hint: "They appear when somebody presses “Show cost and margin”, and hide on the next page.",
  }),
  described({
    name: "salespeopleSeeAllLeads",
    hint: "When this is off, users who are not admins see only leads where they are a salesperson, with their estimates and documents.",
  }),
  described({
    name: "showMeasurmentPopulate",
    hint: "Adds “Populate from measurements” to the details steps of estimates.",
  }),
];
