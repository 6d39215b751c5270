import { Button } from "@mantine/core";
import { IconAlertCircle, IconShare2 } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useAppState } from "#app/app-state-context.tsx";
import { productNameOf, timeZoneOf } from "#app/app-state.ts";
import { Banner } from "#app/shell/banner.tsx";
import classes from "#app/shell/banners.module.css";
import { removesUnusedData, type BrowserKind } from "#app/shell/browser-kind.ts";
import { useAppUpdates } from "#app/shell/app-updates-context.ts";
import { isPostponed, postponedUntil } from "#app/shell/postponed.ts";
import { unsentAge } from "#app/shell/unsent-age.ts";
import { unsentAgeText } from "#app/shell/unsent-age-text.ts";
import { hasStoredNothing, readDeviceSpace } from "#local-data/device/device-space.ts";
import { keptTexts } from "#ui/kept-texts.ts";
import { openSyncPanel } from "#ui/open-sync-panel.ts";

/** The last answer to a request about the device; undefined until it arrives, or if the browser gives none. */
function useAnswer<Answer>(ask: () => Promise<Answer>, deps: readonly unknown[]): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let isOver = false;
    ask().then(
      (value) => {
        if (!isOver) setAnswer(value);
      },
      () => {
        if (!isOver) setAnswer(undefined);
      },
    );
    return () => {
      isOver = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what `ask` depends on is the caller's to say, as with useEffect itself
  }, deps);
  return answer;
}

/**
 * How to add the app to an iPad's home screen. It has separate storage there, so this shows only once the device reported that no unsent change would
 * stay behind.
 */
export function HomeScreenHint({ browser }: { browser: BrowserKind }) {
  const state = useAppState("settings", "localData", "sync");
  const { localData, sync } = state;
  const updates = useAppUpdates();
  const isNothingUnsent = useAnswer(
    async () => (localData ? !(await localData.session.holdsUnsentWork()) : await hasStoredNothing()),
    [localData, sync?.lastRefreshTime],
  );
  if (!isNothingUnsent) return null;
  return (
    <Banner
      text={`Put ${productNameOf(state)} on the home screen before you work. ${browser.name} removes the data of websites that are not opened for seven days.`}
      steps={
        <ol className={classes.steps}>
          <li>
            Press <IconShare2 className={classes.inlineIcon} size={20} stroke={1.75} aria-hidden /> <b>Share</b>
          </li>
          <li>
            Press <b>Add to Home Screen</b>
          </li>
          <li>Open it there and log in</li>
        </ol>
      }
    >
      <Button size="sm" variant="secondary" onClick={() => updates.refuseInstall()}>
        Don’t show again
      </Button>
    </Banner>
  );
}

const LATER_KEY = "ridgebook-unsent-warning-later";

/** Changes have waited for days. "Later" lasts a day. */
export function UnsentWarning({ browser, now }: { browser: BrowserKind; now: number }) {
  const state = useAppState("settings", "sync");
  const [until, setUntil] = useState(() => Number(keptTexts.read(LATER_KEY)));
  const isKept = useAnswer(async () => (await readDeviceSpace()).isKept, []);
  const { sync } = state;
  if (!sync || isKept === undefined || isPostponed({ until, now })) return null;
  const age = unsentAge(sync, now);
  const removedBy = removesUnusedData(browser, isKept) ? browser.name : undefined;
  const said = unsentAgeText({ sync, age, removedBy, timeZone: timeZoneOf(state) });
  if (!said) return null;
  const postpone = (): void => {
    const later = postponedUntil(now);
    setUntil(later);
    keptTexts.keep(LATER_KEY, String(later));
  };
  return (
    <Banner
      tone={age.level === "urgent" ? "bad" : "warn"}
      text={
        <>
          <IconAlertCircle className={classes.inlineIcon} size={20} stroke={1.75} aria-hidden /> <b>{said.title}.</b>{" "}
          {said.text}
        </>
      }
    >
      <Button size="sm" onClick={openSyncPanel}>
        Show
      </Button>
      <Button size="sm" variant="secondary" onClick={postpone}>
        Later
      </Button>
    </Banner>
  );
}
