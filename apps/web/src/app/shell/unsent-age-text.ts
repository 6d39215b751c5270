import { formatTime } from "@ridgebook/contract";
import type { BrowserKind } from "#app/shell/browser-kind.ts";
import type { UnsentAge } from "#app/shell/unsent-age.ts";
import type { SyncStatus } from "#local-data/device/sync-status.ts";

interface UnsentAgeText {
  title: string;
  text: string;
}

interface UnsentAgeSituation {
  sync: Pick<SyncStatus, "unsyncedCount" | "needsYouCount" | "signInNeeded" | "oldestUnsentTime">;
  age: UnsentAge;
  /** The browser that deletes the data of unused sites; undefined for others. */
  removedBy: BrowserKind["name"] | undefined;
  timeZone: string;
}

/** The text about changes that have waited for days; undefined without any. */
export function unsentAgeText({ sync, age, removedBy, timeZone }: UnsentAgeSituation): UnsentAgeText | undefined {
  const { level, days } = age;
  if (level === "none" || sync.oldestUnsentTime === null) return undefined;
  const isOne = sync.unsyncedCount === 1;
  const title =
    level === "notice"
      ? `Not sent since ${dayText({ time: sync.oldestUnsentTime, days, timeZone })}`
      : `Not sent for ${String(days)} days`;
  const where = `${isOne ? "1 change is" : `${String(sync.unsyncedCount)} changes are`} on this device only.`;
  return {
    title,
    text: [where, removedBy && REMOVAL[level](removedBy), whatToDo(sync, level)].filter(Boolean).join(" "),
  };
}

/** "Monday", while it is unambiguous, and "May 4" later. */
function dayText({ time, days, timeZone }: { time: number; days: number; timeZone: string }): string {
  const day = days < 6 ? ({ weekday: "long" } as const) : ({ month: "long", day: "numeric" } as const);
  return formatTime({ time, timeZone, ...day });
}

type Level = Exclude<UnsentAge["level"], "none">;

const sevenDays = (name: string): string => `${name} removes the data of websites that are not opened for seven days`;

const REMOVAL: Readonly<Record<Level, (name: string) => string>> = {
  notice: (name) => `${sevenDays(name)}.`,
  warning: (name) => `${sevenDays(name)}: open this app every day until everything is sent.`,
  urgent: (name) => `${sevenDays(name)}, unsent changes included.`,
};

const TO_SEND: Readonly<Record<Level, string>> = {
  notice: "Find a signal to send.",
  warning: "Find a signal today.",
  urgent: "Find a signal now, or save a rescue file.",
};

function whatToDo({ unsyncedCount, needsYouCount, signInNeeded }: UnsentAgeSituation["sync"], level: Level): string {
  if (signInNeeded) return "Sign in to send.";
  if (needsYouCount < unsyncedCount) return TO_SEND[level];
  return unsyncedCount === 1 ? "It needs you." : "They need you.";
}
