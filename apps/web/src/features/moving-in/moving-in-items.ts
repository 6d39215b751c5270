import { cashDiscountPercent, companyPlans, type MovingIn } from "@ridgebook/contract";
import { countText, countedText } from "#ui/counted-text.ts";

/*
 * The texts of the guided list's items, from the company's data on the server. One function per item; presses are not remembered, so an item that loses
 * its data is open again.
 */

interface ItemLink {
  readonly text: string;
  readonly path: MovingInPath;
  /** For a path with an id. */
  readonly id?: string;
  /** The id of the field or section to scroll to. */
  readonly hash?: string;
  /** The fields at the start of the price list. */
  readonly search?: Record<string, string>;
}

/** Link targets of the items. */
type MovingInPath =
  | "/config/settings"
  | "/config/users"
  | "/config/estimate-fields"
  | "/config/contract-settings"
  | "/config/payment-options"
  | "/config/email-settings"
  | "/config/import-leads"
  | "/estimator/leads/$id/edit"
  | "/estimator/leads";

const FIRST_LEAD_LINKS: readonly ItemLink[] = [
  { text: "Import leads", path: "/config/import-leads" },
  { text: "Add a lead", path: "/estimator/leads/$id/edit", id: "new" },
];

export interface MovingInItem {
  readonly title: string;
  readonly isDone: boolean;
  /** The state, in one line. */
  readonly line: string;
  readonly links: readonly ItemLink[];
  /** The task, after "Next: ". */
  readonly next: string;
}

/** A file id of zeros means "no file" (2.§2). */
const isFile = (id: string | null): boolean => id !== null && /[^0]/.test(id);

/** "a, b and c" */
const inOneBreath = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;

const startWithCapital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export function nameAndLogo({ settings }: Pick<MovingIn, "settings">): MovingInItem {
  const name = settings.companyName.trim();
  const hasLight = isFile(settings.logoImage);
  const hasDark = isFile(settings.logoDarkImage);
  const isDone = name !== "" && hasLight;
  const logo = hasLight ? (hasDark ? "logo for light and dark" : "logo") : "the logo is missing";
  const missing = name === "" ? (hasLight ? "name" : "name and logo") : "logo";
  return {
    title: "Name and logo",
    isDone,
    line: name === "" ? (hasLight ? "The name is missing" : "Name and logo are missing") : `${name}, ${logo}`,
    links: [
      {
        text: isDone ? "Change" : "Add it",
        path: "/config/settings",
        hash: name === "" ? "setting-companyName" : "section-logos",
      },
    ],
    next: `your company’s ${missing}, under Settings.`,
  };
}

export function users({ users: { active, invited, deactivated } }: Pick<MovingIn, "users">): MovingInItem {
  const isDone = active + invited > 1;
  const parts = [`${countText(active)} active`];
  if (invited > 0) parts.push(`${countText(invited)} invited`);
  const first = active === 1 ? "One person so far" : invited === 1 ? "One person, invited" : "Nobody yet";
  const others = deactivated > 0 ? `, ${countText(deactivated)} deactivated` : "";
  return {
    title: "Users",
    isDone,
    line: isDone ? parts.join(", ") : `${first}${others}`,
    links: [{ text: isDone ? "Change" : "Invite", path: "/config/users" }],
    next: "somebody who sells with you, under Users.",
  };
}

export function prices({
  prices: { isPublished, changedFields, hasEstimate },
}: Pick<MovingIn, "prices">): MovingInItem {
  const changed =
    changedFields > 0
      ? `Starter prices, changed in ${countedText(changedFields, "field")}`
      : "Starter prices, none changed";
  const line = isPublished
    ? changed
    : hasEstimate
      ? "Starter prices, kept with the first estimate"
      : "Starter prices. Change them, or keep them with a first estimate";
  return {
    title: "Prices",
    isDone: isPublished || hasEstimate,
    line,
    links: [
      {
        text: isPublished || hasEstimate ? "Change" : "Look at them",
        path: "/config/estimate-fields",
        search: { show: "prices" },
      },
    ],
    next: "your prices. Change some, import yours, or keep the starter’s by making an estimate.",
  };
}

/** The company's data in the contract, in the order of its page. */
const ON_CONTRACT = [
  { name: "license number", settings: ["license"] },
  { name: "address", settings: ["addressStreet", "addressCity", "addressState", "addressPostalCode"] },
  { name: "phone number", settings: ["phoneNumber"] },
] as const;

export function contractWording({ settings }: Pick<MovingIn, "settings">): MovingInItem {
  const empty = ON_CONTRACT.map(({ name, settings: names }) => ({
    name,
    fields: names.filter((field) => settings[field].trim() === ""),
    isWhole: names.every((field) => settings[field].trim() === ""),
  })).filter(({ fields }) => fields.length > 0);
  const missing = inOneBreath(empty.map(({ name }) => `the ${name}`));
  const isPart = empty.length === 1 && empty[0]?.isWhole === false;
  const first = empty[0]?.fields[0];
  const verb = isPart ? "is not complete" : empty.length > 1 ? "are missing" : "is missing";
  const isDone = empty.length === 0;
  // On by default, and a promise that no one in the company has read yet.
  const hasWarranty = settings.lifetimeWorkmanship === true;
  const page = isDone
    ? "License number, address and phone number are on page 1"
    : `${startWithCapital(missing)} ${verb} on page 1`;
  return {
    title: "Contract wording",
    isDone,
    line: hasWarranty ? `${page}. Contracts promise a lifetime workmanship warranty` : page,
    links: [
      ...(hasWarranty
        ? [{ text: "Warranty", path: "/config/contract-settings", hash: "setting-lifetimeWorkmanship" } as const]
        : []),
      {
        text: isDone ? "Change" : "Add it",
        path: "/config/settings",
        hash: `setting-${first ?? "license"}`,
      },
    ],
    next: `${missing}, under Settings. Contracts print ${empty.length > 1 ? "them" : "it"}.`,
  };
}

export function paymentPlans({ settings }: Pick<MovingIn, "settings">): MovingInItem {
  const plans = companyPlans(settings);
  const offered = plans.filter(({ isOffered }) => isOffered).length;
  const discount = cashDiscountPercent(settings);
  const hasOffer = offered > 0 || discount > 0;
  // Unknown (an older server) counts as on.
  const isSwitchedOff = settings.showPaymentOptions === false;
  const off = plans.length - offered;
  const parts = [
    ...(offered > 0 ? [countedText(offered, "plan")] : []),
    ...(discount > 0 ? [`${countText(discount)} % off for cash or check`] : []),
  ];
  const path = "/config/payment-options";
  if (hasOffer && isSwitchedOff)
    return {
      title: "Payment plans",
      isDone: false,
      line: `${parts.join(", ")}, not shown on estimates`,
      links: [{ text: "Show on estimates", path, hash: "setting-showPaymentOptions" }],
      next: "show payment options on estimates, under Payment options.",
    };
  return {
    title: "Payment plans",
    isDone: hasOffer,
    line: hasOffer ? parts.join(", ") : `Cash or check only${off > 0 ? `, ${countedText(off, "plan")} off` : ""}`,
    links: [{ text: hasOffer ? "Change" : "Add a plan", path, hash: "section-plans" }],
    next: "a payment plan, or a discount for cash, under Payment options.",
  };
}

export function mail({ settings, testMail }: Pick<MovingIn, "settings" | "testMail">): MovingInItem {
  const replyTo = settings.replyToEmailAddress;
  const isTested = testMail?.isSent === true && !testMail.isOutdated;
  const isDone = replyTo !== "" && isTested;
  const path = "/config/email-settings";
  const base = { title: "Mail", isDone };
  if (isDone)
    return {
      ...base,
      line: `Replies go to ${replyTo}`,
      links: [{ text: "Change", path, hash: "section-sender" }],
      next: "",
    };
  if (replyTo === "")
    return {
      ...base,
      line: "Replies go nowhere: the reply-to address is missing",
      links: [{ text: "Add it", path, hash: "setting-replyToEmailAddress" }],
      next: "the reply-to address, under E-mail.",
    };
  const reason = !testMail
    ? "no test mail was sent"
    : testMail.isOutdated
      ? "the sender or mail server changed after the last test"
      : "the last test mail was not sent";
  return {
    ...base,
    line: `Replies go to ${replyTo}, ${reason}`,
    links: [{ text: "Send a test", path, hash: "section-smtp" }],
    next: "a test mail, under E-mail.",
  };
}

export function firstLead({ leads }: Pick<MovingIn, "leads">): MovingInItem {
  return {
    title: "First lead",
    isDone: leads > 0,
    line: leads > 0 ? countedText(leads, "lead") : "No leads yet",
    links: leads > 0 ? [{ text: "Leads", path: "/estimator/leads" }] : FIRST_LEAD_LINKS,
    next: "the first lead.",
  };
}

/** In the best order: what one settings page holds together, and mail before the people whom it invites. */
export const movingInItems = (facts: MovingIn): readonly MovingInItem[] =>
  [nameAndLogo, contractWording, mail, users, prices, paymentPlans, firstLead].map((item) => item(facts));

/** "4 of 7 done" */
export const progressText = (items: readonly MovingInItem[]): string =>
  `${String(items.filter(({ isDone }) => isDone).length)} of ${String(items.length)} done`;

/** The next task: the first item that is not done. */
export function nextText(items: readonly MovingInItem[]): string {
  const next = items.find(({ isDone }) => !isDone);
  return next ? `Next: ${next.next}` : "Next: an estimate, and the first signature.";
}
