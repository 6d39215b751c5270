import {
  formatTimeOfDay,
  formatDay,
  addDays,
  dayOf,
  type ConnectionAccount,
  type RehearsalFault,
} from "@ridgebook/contract";
import { providerFailureText } from "#server-client/provider-failure.ts";
import { countedText } from "#ui/counted-text.ts";
import type { TagTone } from "#ui/tag.tsx";

/** The reader's time zone and the current time. `now` is epoch milliseconds. */
interface ReadAt {
  readonly timeZone: string;
  readonly now: number;
}

/** "Today, 10:41 AM", "Yesterday, 3:18 PM", "Nov 24, 9:12 AM"; in a sentence "today, 10:41 AM". */
export function momentText(time: string, at: ReadAt, { isInSentence = false } = {}): string {
  const { timeZone, now } = at;
  const day = dayOf({ moment: Date.parse(time), timeZone });
  const today = dayOf({ moment: now, timeZone });
  const isYesterday = day === addDays({ day: today, days: -1 });
  const word = day === today ? "Today" : isYesterday ? "Yesterday" : undefined;
  const date = (isInSentence ? word?.toLowerCase() : word) ?? formatDay({ time, timeZone, now });
  return `${date}, ${formatTimeOfDay({ time, timeZone })}`;
}

/** A failure without a later successful call. */
const isFailing = ({ lastFailure, lastSuccessTime }: ConnectionAccount): boolean =>
  lastFailure !== null && (lastSuccessTime === null || Date.parse(lastFailure.time) > Date.parse(lastSuccessTime));

export function stateTag(account: ConnectionAccount): { tone: TagTone; label: string } {
  if (account.state === "reconnectNeeded") return { tone: "bad", label: "Reconnect needed" };
  if (account.state === "notConnected") return { tone: "neutral", label: "Not connected" };
  return isFailing(account) ? { tone: "warn", label: "Last call failed" } : { tone: "ok", label: "Working" };
}

/** "Permission given on May 2 by Ann Lee" */
export function givenText({ connectedTime, connectedByName }: ConnectionAccount, at: ReadAt): string {
  const on = connectedTime === null ? "" : ` on ${formatDay({ time: connectedTime, ...at })}`;
  const by = connectedByName === "" ? "" : ` by ${connectedByName}`;
  return `Permission given${on}${by}`;
}

/** "Reconnect: Hover no longer accepts the permission that Ann Lee gave on May 2" */
export function reconnectText(
  { connectedTime, connectedByName }: ConnectionAccount,
  { name, ...at }: ReadAt & { name: string },
): string {
  const who = connectedByName === "" ? "was given" : `${connectedByName} gave`;
  const on = connectedTime === null ? "" : ` on ${formatDay({ time: connectedTime, ...at })}`;
  return `Reconnect: ${name} no longer accepts the permission that ${who}${on}`;
}

/** "Zoho CRM leaves out Meeting_Date (leads). What depends on it stays as it is." */
function missingText(missing: NonNullable<ConnectionAccount["missingKeys"]>, name: string): string {
  const named = missing.map(({ call, keys }) => `${keys.join(", ")} (${call})`).join("; ");
  return `${name} leaves out ${named}. Whatever depends on it stays as it is; check what the connected account may see.`;
}

interface HealthLine {
  readonly label: string;
  readonly value: string;
}

/** The connection's health, from the last successful call to the permission. */
export function healthLines(account: ConnectionAccount, { name, ...at }: ReadAt & { name: string }): HealthLine[] {
  const { lastSuccessTime, lastFailure, renewedTime, connectedTime, missingKeys = [] } = account;
  const renewed = renewedTime ?? connectedTime;
  const isRenewed = renewedTime !== null && renewedTime !== connectedTime;
  const renewedText =
    renewed === null ? "Not given yet" : `${isRenewed ? "Renewed" : "Given"}: ${momentText(renewed, at)}.`;
  return [
    { label: "Last good call", value: lastSuccessTime === null ? "None yet" : momentText(lastSuccessTime, at) },
    {
      label: "Last failure",
      value: lastFailure
        ? `${momentText(lastFailure.time, at)}: ${providerFailureText(lastFailure.failure, name)}`
        : "None",
    },
    ...(missingKeys.length === 0 ? [] : [{ label: "Missing in answers", value: missingText(missingKeys, name) }]),
    {
      label: "Permission",
      value: account.state === "connected" ? `${renewedText} It renews itself.` : renewedText,
    },
  ];
}

/** "38 jobs and measurements" */
export function keptText(count: number, { one, many }: { one: string; many: string }): string {
  if (count === 0) return "Nothing";
  return countedText(count, one, many);
}

export const FAULT_LABELS: Readonly<Record<RehearsalFault, { label: string; hint: string }>> = {
  slow: { label: "Slow", hint: "Each answer takes 6 seconds." },
  refuses: { label: "Refuses", hint: "Answers with errors." },
  expires: { label: "Expires", hint: "Takes the permission away." },
  limits: { label: "Limits", hint: "Says that its limit of calls is reached." },
  renames: { label: "Renames folders", hint: "Somebody renames the folders that Ridgebook made." },
  trashes: { label: "Trashes folders", hint: "Somebody puts the folders that Ridgebook made into the trash." },
};
