import { Button, Drawer } from "@mantine/core";
import { formatRecent, fullName } from "@ridgebook/contract";
import { IconAlertCircle, IconLogin, IconRefresh } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import { useAppState } from "#app/app-state-context.tsx";
import { timeZoneOf } from "#app/app-state.ts";
import { readBrowserKind, removesUnusedData, type BrowserKind } from "#app/shell/browser-kind.ts";
import { storageProblemTitle } from "#app/shell/sync-chip-state.ts";
import { ConflictEntry } from "#app/sync-panel/conflict-entry.tsx";
import { panelSummary, panelTitle, waitingText, type Reader } from "#app/sync-panel/describe-change.ts";
import { FailedEntry } from "#app/sync-panel/failed-entry.tsx";
import { PanelEntry } from "#app/sync-panel/panel-entry.tsx";
import { OpenRescueDialog, SaveRescueDialog } from "#app/sync-panel/rescue-dialogs.tsx";
import { StorageLine } from "#app/sync-panel/storage-line.tsx";
import classes from "#app/sync-panel/sync-panel.module.css";
import { useNow } from "#ui/use-now.ts";
import { UnsentAgeEntry } from "#app/sync-panel/unsent-age-entry.tsx";
import { WaitingEntry } from "#app/sync-panel/waiting-entry.tsx";
import { LocalDataProvider, useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";
import type { DeviceSpace } from "#local-data/device/device-space.ts";
import type { SyncStatus } from "#local-data/device/sync-status.ts";
import { useSession } from "#server-client/session-context.tsx";
import { usePanelFoot } from "#ui/use-bottom-bar.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";

const CHANGED_STORES = ["leads", "estimates", "estimate-documents", "lead-photos"] as const;

/** The unsent changes with their states and actions. */
export function SyncPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isPhone = useIsPhone();
  const { localData, sync } = useAppState("localData", "sync");
  const [dialog, setDialog] = useState<RescueDialog>();
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const before = opener.current;
    opener.current = isOpen ? document.activeElement : null;
    if (!isOpen && before instanceof HTMLElement && before.isConnected) before.focus();
  }, [isOpen]);
  if (!localData || !sync) return null;
  return (
    <LocalDataProvider localData={localData}>
      <Drawer
        opened={isOpen}
        onClose={onClose}
        padding={0}
        withCloseButton={false}
        // Escape closes the dialog in front first.
        closeOnEscape={dialog === undefined}
        trapFocus={dialog === undefined}
        // The drawer would return focus to the element that had it before the last dialog: a button inside the drawer.
        returnFocus={false}
        {...(isPhone && { size: "100%" })}
      >
        <PanelContent sync={sync} onClose={onClose} onRescue={setDialog} />
      </Drawer>
      {dialog === "save" && (
        <SaveRescueDialog
          save={(passphrase) => localData.rescue.save(passphrase)}
          onDismiss={() => setDialog(undefined)}
        />
      )}
      {dialog === "open" && <OpenRescueDialog onDismiss={() => setDialog(undefined)} />}
    </LocalDataProvider>
  );
}

type RescueDialog = "save" | "open";

const isForPerson = ({ status }: PendingChange): boolean => status === "failed" || status === "conflict";

function PanelContent({
  sync,
  onClose,
  onRescue,
}: {
  sync: SyncStatus;
  onClose: () => void;
  onRescue: (dialog: RescueDialog) => void;
}) {
  const localData = useLocalData();
  const state = useAppState("settings", "serverAge");
  const timeZone = timeZoneOf(state);
  const now = useNow();
  // Also read after each change of the status, because sending changes no record.
  const { value: changes } = useLocalQuery(CHANGED_STORES, () => localData.changes.list(), [localData, sync]);
  const { value: users = [] } = useLocalQuery("users", () => localData.users.list(), [localData]);
  const [browser] = useState(readBrowserKind);
  // Read when the panel opens and after each refresh, because no record changes with it.
  const { value: space } = useLocalQuery([], () => localData.readSpace(), [localData, sync.lastRefreshTime]);
  const removedBy = space && removesUnusedData(browser, space.isKept) ? browser.name : undefined;
  const reader: Reader = { timeZone, now, userNames: new Map(users.map((user) => [user.id, fullName(user)])) };

  const forPerson = (changes ?? []).filter(isForPerson);
  const waiting = (changes ?? []).filter((change) => !isForPerson(change));
  // Until the list is read, or if that fails, show the count of the status, never 0.
  const count = changes?.length ?? sync.unsyncedCount;
  const needsYouCount = changes ? forPerson.length : sync.needsYouCount;
  return (
    <div className={classes.panel}>
      {/* No header element: in a dialog that would be a second banner of the page. */}
      <div className={classes.head}>
        <div>
          <Drawer.Title>{panelTitle(count)}</Drawer.Title>
          <p className="rb-hint">
            {panelSummary({
              waitingCount: count - needsYouCount,
              needsYouCount,
              noSignalSince: sync.noSignalSince,
              isAppTooOld: state.serverAge === "tooNew",
              reader,
            })}
          </p>
        </div>
        <Drawer.CloseButton aria-label="Close" />
      </div>
      <ul className={`rb-list ${classes.entries}`}>
        {sync.storageProblem && <StorageEntry problem={sync.storageProblem} onSaveRescue={() => onRescue("save")} />}
        <UnsentAgeEntry sync={sync} removedBy={removedBy} reader={reader} onSaveRescue={() => onRescue("save")} />
        {sync.signInNeeded && <SignInEntry onSignIn={onClose} />}
        {forPerson.map((change) =>
          change.status === "conflict" ? (
            <ConflictEntry key={keyOf(change)} change={change} reader={reader} />
          ) : (
            <FailedEntry key={keyOf(change)} change={change} reader={reader} onLeave={onClose} />
          ),
        )}
        {waiting.map((change, index) => (
          <WaitingEntry
            key={keyOf(change)}
            change={change}
            reader={reader}
            place={change.status === "sending" ? "Sending" : waitingText(index + 1)}
            onLeave={onClose}
          />
        ))}
      </ul>
      <PanelFoot sync={sync} space={space} browser={browser} count={count} reader={reader} onRescue={onRescue} />
    </div>
  );
}

const keyOf = ({ storeName, id }: PendingChange): string => `${storeName} ${String(id)}`;

/** The device cannot store or read: offers to save unsent work as a file while that is possible. */
function StorageEntry({
  problem,
  onSaveRescue,
}: {
  problem: NonNullable<SyncStatus["storageProblem"]>;
  onSaveRescue: () => void;
}) {
  return (
    <PanelEntry
      icon={<IconAlertCircle className={classes.bad} size={20} stroke={1.75} aria-hidden />}
      title={storageProblemTitle(problem)}
      text={<span role="alert">{problem.message}</span>}
    >
      <Button onClick={onSaveRescue}>Save a rescue file</Button>
    </PanelEntry>
  );
}

/** Offers the login after it expired, so that waiting changes can be sent. */
function SignInEntry({ onSignIn }: { onSignIn: () => void }) {
  const { expire } = useSession();
  const { history } = useRouter();
  const signIn = async (): Promise<void> => {
    const referrer = history.location.href;
    onSignIn();
    await expire();
    history.push(`/account/login?${new URLSearchParams({ referrer }).toString()}`);
  };
  return (
    <PanelEntry
      icon={<IconLogin size={20} stroke={1.75} aria-hidden />}
      title="Sign in to send"
      text="Your login has expired. Everything here waits for you."
    >
      <Button onClick={() => void signIn()}>Sign in</Button>
    </PanelEntry>
  );
}

function PanelFoot({
  sync,
  space,
  browser,
  count,
  reader,
  onRescue,
}: {
  sync: SyncStatus;
  space: DeviceSpace | undefined;
  browser: BrowserKind;
  count: number;
  reader: Reader;
  onRescue: (dialog: RescueDialog) => void;
}) {
  const localData = useLocalData();
  // Disabled only without a network: a server that did not answer before may answer now.
  const { isOnline } = useAppState("isOnline");
  const footRef = usePanelFoot();
  const facts = [
    sync.lastSentTime !== null && `Last sent ${formatRecent({ time: sync.lastSentTime, ...reader })}.`,
    count > 0 && "Everything here also survives a restart.",
  ].filter((fact) => fact !== false);
  return (
    <div ref={footRef} className={`rb-row ${classes.foot}`}>
      <StorageLine sync={sync} space={space} browser={browser} />
      {facts.length > 0 && <p className="rb-hint">{facts.join(" ")}</p>}
      <Button
        className={classes.send}
        variant="secondary"
        leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
        disabled={!isOnline || sync.syncing}
        onClick={() => void localData.sync.run()}
      >
        {sync.syncing ? "Sending" : isOnline ? "Send now" : "Sends when online"}
      </Button>
      <div className={classes.rescue}>
        <Button variant="tertiary" onClick={() => onRescue("save")}>
          Save a rescue file
        </Button>
        <Button variant="tertiary" onClick={() => onRescue("open")}>
          Open a rescue file
        </Button>
      </div>
    </div>
  );
}
