import { Button } from "@mantine/core";
import { googlePickerInfo, microsoftPickerInfo, Problem, PROVIDERS } from "@ridgebook/contract";
import { IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { PROVIDER_TIMEOUT_MS } from "#features/config/connections/connection-provider.ts";
import classes from "#features/config/file-settings/file-settings.module.css";
import { pickFromGoogle } from "#features/config/file-settings/google-picker.ts";
import { pickFromMicrosoft } from "#features/config/file-settings/microsoft-picker.ts";
import {
  PickerBlocked,
  pickerPageUrl,
  type Picked,
  type PickerPlace,
} from "#features/config/file-settings/picker-page.ts";
import { useClient } from "#server-client/client-context.tsx";
import { providerProblemText } from "#server-client/provider-failure.ts";
import type { ServerClient } from "#server-client/server-client.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useModalDialog } from "#ui/dialogs/use-modal-dialog.ts";
import { IconButton } from "#ui/icon-button.tsx";

/** A picker that may be opened: the address of its page, and its options. */
interface ReadyPicker {
  readonly pageUrl: string;
  readonly pick: (place: PickerPlace) => Promise<Picked>;
}

/** Undefined if the operator has not set the picker up. */
async function preparePicker(client: ServerClient, service: number): Promise<ReadyPicker | undefined> {
  const patient = { timeoutMs: PROVIDER_TIMEOUT_MS };
  if (service === PROVIDERS.google) {
    const info = googlePickerInfo.nullable().parse(await client.call("getGooglePicker", {}, patient));
    return info ? { pageUrl: pickerPageUrl(info.scriptUrl), pick: (place) => pickFromGoogle(place, info) } : undefined;
  }
  const info = microsoftPickerInfo.nullable().parse(await client.call("getMicrosoftPicker", { query: {} }, patient));
  if (!info) return undefined;
  /** The picker asks for a token of another host of the organization: personal drives and sites have one each. */
  const tokenFor = async (resource: string): Promise<string> =>
    microsoftPickerInfo.parse(await client.call("getMicrosoftPicker", { query: { resource } }, patient)).accessToken;
  return { pageUrl: pickerPageUrl(info.baseUrl), pick: (place) => pickFromMicrosoft(place, { info, tokenFor }) };
}

const PASTE = "Paste the link or id instead.";

/** Chooses a folder or file in the provider's own picker. A failure is reported, and the link can be pasted. */
export function StoragePicker({
  storageName,
  label,
  isFile,
  onPicked,
}: {
  storageName: string;
  /** Of the field that gets the choice. */
  label: string;
  isFile: boolean;
  onPicked: (id: string) => void;
}) {
  const client = useClient();
  const { settings, isOnline, reportFailure } = useSession();
  const [isPreparing, setIsPreparing] = useState(false);
  const [ready, setReady] = useState<ReadyPicker>();
  const [problem, setProblem] = useState<string>();
  const open = async (): Promise<void> => {
    setProblem(undefined);
    setIsPreparing(true);
    try {
      const prepared = await preparePicker(client, settings?.fileStorageService ?? PROVIDERS.none);
      if (prepared) setReady(prepared);
      else setProblem(`This installation is not set up for the picker of ${storageName}. ${PASTE}`);
    } catch (error) {
      const text = error instanceof Problem ? providerProblemText(error, storageName) : undefined;
      if (text === undefined) await reportFailure(error);
      else setProblem(`${text} ${PASTE}`);
    } finally {
      setIsPreparing(false);
    }
  };
  const end = (picked?: string, error?: unknown): void => {
    setReady(undefined);
    if (picked !== undefined) onPicked(picked);
    if (error !== undefined)
      setProblem(`The picker of ${storageName} did not open. The browser or the network may block it. ${PASTE}`);
  };
  return (
    <>
      <Button
        className={classes.import}
        variant="secondary"
        aria-label={`Choose in ${storageName}: ${label}`}
        disabled={!isOnline}
        loading={isPreparing}
        onClick={() => void open()}
      >
        {`Choose in ${storageName}`}
      </Button>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {ready && (
        <PickerDialog
          ready={ready}
          title={`Choose a ${isFile ? "file" : "folder"} in ${storageName}`}
          isFile={isFile}
          onEnd={end}
        />
      )}
    </>
  );
}

function PickerDialog({
  ready: { pageUrl, pick },
  title,
  isFile,
  onEnd,
}: {
  ready: ReadyPicker;
  title: string;
  isFile: boolean;
  onEnd: (picked?: string, error?: unknown) => void;
}) {
  const modal = useModalDialog({ isBusy: false, onDismiss: () => onEnd() });
  const leaving = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const begin = async (inside: Window | null): Promise<void> => {
    // A picker may reload its frame.
    if (!inside || leaving.current) return;
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    try {
      const picked = await pick({ inside, isFile, signal });
      if (!signal.aborted) onEnd(picked);
    } catch (error) {
      // A page of another host, such as the browser's own about a blocked one, is not accessible.
      const isBlocked = error instanceof PickerBlocked || error instanceof DOMException || error instanceof TypeError;
      if (!signal.aborted) onEnd(undefined, error);
      if (!isBlocked) throw error;
    }
  };
  return (
    <dialog {...modal} className={`rb-window ${classes.picker}`} aria-label={title}>
      <div className={classes.pickerHead}>
        <h2>{title}</h2>
        <IconButton label="Close" icon={<IconX size={20} aria-hidden />} onClick={() => onEnd()} />
      </div>
      <iframe
        className={classes.pickerFrame}
        title={title}
        src={pageUrl}
        onLoad={({ currentTarget }) => void begin(currentTarget.contentWindow)}
      />
      <p className={`rb-hint ${classes.pickerHint}`}>
        Nothing here? The browser may block it: close this, and paste the link.
      </p>
    </dialog>
  );
}
