import { formatTime, isUndoable, TEST_MAIL, userRecord, type Activity, type ActivityKind } from "@ridgebook/contract";
import { parseRichText, plainText, SETTING_MODES, type TextSettingName } from "@ridgebook/documents/rich-text";
import { DECISION_LABELS } from "#features/config/section-draft.ts";
import { settingLabel } from "#features/config/activity/setting-labels.ts";
import { countText, countedText } from "#ui/counted-text.ts";

/* Texts of the activity list. */

export const KIND_LABELS: Readonly<Record<ActivityKind, string>> = {
  settings: "Settings",
  users: "Users and roles",
  prices: "Prices",
  sections: "Sections",
  templates: "Templates",
  company: "Company",
  secrets: "Secrets",
  refused: "Refused",
};

/** A row as text: its subject, what happened, and both values if one was replaced. */
interface ActivityText {
  readonly title: string;
  readonly note?: string;
  readonly from?: string;
  readonly to?: string;
  /** Whether both values are too long for a row, and are shown when it is opened. */
  readonly isOpened?: true;
}

const NOTHING = "nothing";
/** Longer values are not shown in the row. */
const MAX_SHORT = 60;

const isText = (name: string): name is TextSettingName => Object.hasOwn(SETTING_MODES, name);
const inWords = (key: string): string => key.replace(/([a-z])([A-Z0-9])/g, "$1 $2").toLowerCase();

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  usageReportFrequency: ["never", "weekly", "monthly"],
  fileStorageService: ["none", "Google Drive", "OneDrive"],
};

/** Ids of files mean nothing to a person. */
const isFileId = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

function memberText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return value.map(memberText).join(", ");
  return Object.entries(value)
    .map(([key, each]) => `${inWords(key)}: ${memberText(each)}`)
    .join(", ");
}

/** A setting's value as text; an object has a line for each of its members. */
export function valueText(subject: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return CHOICES[subject]?.[value] ?? String(value);
  if (isFileId(value)) return /^0+$/.test(value) ? NOTHING : "a file";
  if (typeof value === "string") return isText(subject) ? plainText(parseRichText(value)) : value;
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : countedText(value.length, "file");
  const lines = Object.entries(value).map(([key, each]) => `${key}: ${memberText(each)}`);
  return lines.length === 0 ? NOTHING : lines.join("\n");
}

const change = (subject: string, { from, to }: Pick<Activity, "from" | "to">): Pick<ActivityText, "from" | "to"> => ({
  from: valueText(subject, from),
  to: valueText(subject, to),
});

const isShort = ({ from = "", to = "" }: Pick<ActivityText, "from" | "to">): boolean =>
  [from, to].every((text) => text.length <= MAX_SHORT && !text.includes("\n"));

function settingText(row: Activity): ActivityText {
  if (row.subject === TEST_MAIL.subject)
    return {
      title: "Test mail",
      note: row.details["isSent"] === true ? `Sent to ${detailOf(row, "email")}` : "Not sent",
    };
  const title = settingLabel(row.subject);
  const texts = row.isLong ? {} : change(row.subject, row);
  if (row.isLong || !isShort(texts))
    return { title, note: isText(row.subject) ? "Text changed" : "Changed", isOpened: true };
  return texts.from === texts.to ? { title, note: "Replaced" } : { title, ...texts };
}

const MEMBER_LABELS: Readonly<Record<string, string>> = {
  ...userRecord.labels,
  ...DECISION_LABELS,
  name: "Name",
};

const detailOf = ({ details }: Activity, key: string): string => (typeof details[key] === "string" ? details[key] : "");

function twoStepText({ action, actorId, subject }: Activity): string {
  if (action === "added") return "turned on";
  return String(actorId) === subject ? "turned off" : "removed";
}

function userText(row: Activity): ActivityText {
  const title = row.subjectName;
  if (row.member === "twoStep") return { title, note: `Two-step sign-in ${twoStepText(row)}` };
  if (row.member === "setUpMail") return { title, note: "Set-up mail sent again" };
  switch (row.action) {
    case "added": {
      const role = detailOf(row, "role");
      return { title, note: `Added${role ? ` as ${role}` : ""}, ${detailOf(row, "email")}` };
    }
    case "removed": {
      const successor = detailOf(row, "takenOverBy");
      const leads = countedText(Number(row.details["leads"] ?? 0), "lead");
      return { title, note: successor ? `Deleted. ${successor} took over ${leads}` : "Deleted" };
    }
    case "joined":
      return { title, note: "Joined the company" };
    case "declined":
      return { title, note: "Declined the invitation" };
    default:
      if (row.member === "active") return { title, note: row.to === true ? "Activated" : "Deactivated" };
      return { title: `${MEMBER_LABELS[row.member] ?? row.member} of ${title}`, ...change("", row) };
  }
}

const SOURCES: Readonly<Record<string, string>> = {
  option: "one option",
  import: "from a spreadsheet",
  restore: "an earlier version restored",
};

function priceText(row: Activity): ActivityText {
  const fields = Number(row.details["fields"] ?? 0);
  const source = SOURCES[detailOf(row, "source")];
  const note = [countedText(fields, "field"), source, detailOf(row, "note")].filter(Boolean).join(", ");
  return { title: "Price book", from: `version ${memberText(row.from)}`, to: `version ${memberText(row.to)}`, note };
}

function sectionText(row: Activity): ActivityText {
  const title = row.subjectName || `Section ${row.subject}`;
  if (row.member === "enabled") return { title, note: row.to === true ? "Switched on" : "Switched off" };
  if (row.member === "optional") return { title, note: row.to === true ? "Made optional" : "No longer optional" };
  const texts = row.isLong ? {} : change("", row);
  const named = `${MEMBER_LABELS[row.member] ?? row.member} of ${title}`;
  return row.isLong || !isShort(texts)
    ? { title: named, note: "Text changed", isOpened: true }
    : { title: named, ...texts };
}

function templateText(row: Activity): ActivityText {
  const title = `Template ${row.subjectName}`;
  if (row.action === "added") return { title, note: "Added" };
  if (row.action === "removed") return { title, note: "Deleted" };
  return { title, ...change("", row) };
}

function importText(row: Activity): ActivityText {
  const title = `Import of ${row.subjectName}`;
  if (row.action === "removed") return { title, note: "Undone" };
  const updated = Number(row.details["updated"] ?? 0);
  const added = `${countedText(Number(row.details["added"] ?? 0), "lead")} added`;
  return { title, note: updated === 0 ? added : `${added}, ${countText(updated)} updated` };
}

function companyText(row: Activity): ActivityText {
  if (row.member === "leads") return importText(row);
  if (row.member === "paper") return { title: `Marked: ${row.subjectName}`, note: detailOf(row, "found") };
  if (row.member === "export") return { title: "Export of the company", note: "Downloaded" };
  if (row.action === "entered") return { title: "Company mode", note: "Entered" };
  if (row.action === "left") return { title: "Company mode", note: "Left" };
  if (row.action === "added") return { title: "Company", note: `Created as ${row.subjectName}` };
  if (row.member === "active") return { title: "Company", note: row.to === true ? "Activated" : "Deactivated" };
  return { title: "Name of the company in the installation", ...change("", row) };
}

const REFUSALS: Readonly<Record<string, string>> = {
  companyInactive: "The company is not active",
  userInactive: "The user is not active",
  wrongTwoStepCode: "Right password, wrong code",
};

function refusedText(row: Activity): ActivityText {
  if (row.action === "accessRefused") return { title: "Access refused", note: "Asked for a company of others" };
  return { title: "Sign-in refused", note: REFUSALS[detailOf(row, "reason")] ?? "Wrong password" };
}

const ACCESS_LABELS: Readonly<Record<string, string>> = { read: "Reads", readWrite: "Reads and writes" };

function tokenText(row: Activity): ActivityText {
  const title = "Integration token";
  if (row.action === "removed") return { title, note: "Ended" };
  if (row.action === "changed") return { title, note: ACCESS_LABELS[detailOf(row, "access")] ?? "Changed" };
  const days = Number(row.details["keepFormerDays"] ?? 0);
  const former = days > 0 ? `, the former one works for ${countedText(days, "day")} more` : "";
  return { title, note: `Created, ${detailOf(row, "prefix")}…${former}` };
}

const CREDENTIAL_NOTES: Partial<Record<Activity["action"], string>> = {
  added: "Added",
  removed: "Deleted",
  read: "Secret shown",
};

function webhookText(row: Activity): ActivityText {
  const title = `Webhook ${row.subjectName}`;
  if (row.action === "added") return { title, note: "Added" };
  if (row.action === "removed") return { title, note: "Deleted" };
  switch (row.member) {
    case "secret":
      return { title, note: "Signing secret replaced" };
    case "active":
      return { title, note: row.details["active"] === true ? "Goes on" : "Paused" };
    case "url":
      return { title, note: `Address changed, before ${detailOf(row, "former")}` };
    default:
      return { title, note: `Events changed to ${memberText(row.details["events"] ?? "")}` };
  }
}

function secretText(row: Activity): ActivityText {
  if (row.subject === "webhook") return webhookText(row);
  if (row.subject === "connection")
    return { title: row.subjectName, note: row.action === "added" ? "Connected" : "Disconnected" };
  if (row.subject === "integrationToken") return tokenText(row);
  if (row.subject === "credential")
    return { title: `Credential ${row.subjectName}`, note: CREDENTIAL_NOTES[row.action] ?? "Changed" };
  const note = row.details["isSet"] === false ? "Removed" : "Replaced; neither value is kept here";
  return { title: settingLabel(row.subject), note };
}

export function describeActivity(row: Activity): ActivityText {
  switch (row.kind) {
    case "settings":
      return settingText(row);
    case "secrets":
      return secretText(row);
    case "users":
      return userText(row);
    case "prices":
      return priceText(row);
    case "templates":
      return templateText(row);
    case "sections":
      return sectionText(row);
    case "company":
      return companyText(row);
    case "refused":
      return refusedText(row);
  }
}

/** The later history of a setting's row: "Undone …", "Changed again …"; undefined while it can be undone, and for other rows. */
export function laterText(row: Activity, timeZone: string): string | undefined {
  if (isUndoable(row) || !row.later || row.subject === TEST_MAIL.subject) return undefined;
  const { time, actorName, isUndo } = row.later;
  const moment = formatTime({ time, timeZone, month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  return isUndo ? `Undone ${moment}` : `Changed again ${moment} by ${actorName}`;
}
