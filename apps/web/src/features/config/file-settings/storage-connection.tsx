import { connectionAccount } from "@ridgebook/contract";
import { useMemo, useState } from "react";
import { ConnectionPanels } from "#features/config/connections/connection-page.tsx";
import connections from "#features/config/connections/connections.module.css";
import classes from "#features/config/file-settings/file-settings.module.css";
import { PapersPanel } from "#features/config/file-settings/papers-panel.tsx";
import { STORAGES, storageOf } from "#features/config/file-settings/storage-providers.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { keptTexts } from "#ui/kept-texts.ts";
import { SelectField } from "#ui/select-field.tsx";

/** The storage of the consent page that the user went to: this page was reloaded when they come back. */
const ASKED_KEY = "rb-asked-storage";

const readAsked = (): number => Number(keptTexts.read(ASKED_KEY));
const keepAsked = (service: number): void => keptTexts.keep(ASKED_KEY, String(service));

/** The connected file storage, or which one to connect. Only one at a time: connecting the other one ends the first. */
export function StorageConnection() {
  const { settings, isOnline } = useSession();
  const connected = settings?.fileStorageService ?? 0;
  const [asked, setAsked] = useState(readAsked);
  const service = storageOf(asked) ? asked : connected || STORAGES[0].service;
  const choose = (chosen: number): void => {
    keepAsked(chosen);
    setAsked(chosen);
  };
  const provider = useMemo(() => {
    const chosen = storageOf(service) ?? STORAGES[0].provider;
    const { calls } = chosen;
    return {
      ...chosen,
      calls: {
        ...calls,
        connect: async (...given: Parameters<typeof calls.connect>) => {
          const reply = await calls.connect(...given);
          const { provider: id } = connectionAccount.parse(reply);
          choose(id === "microsoft" ? 2 : 1);
          return reply;
        },
      },
    };
  }, [service]);
  return (
    <div className={`rb-stack ${classes.connection}`}>
      <p className={connections.purpose}>{provider.purpose}</p>
      <SelectField
        label="File storage"
        hint="One at a time. Connecting the other one ends this connection; files stay where they are."
        value={String(service)}
        disabled={!isOnline}
        options={STORAGES.map((each) => ({ value: String(each.service), label: each.label }))}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <ConnectionPanels key={provider.name} provider={provider}>
        {connected === service && <PapersPanel name={provider.name} />}
      </ConnectionPanels>
    </div>
  );
}
