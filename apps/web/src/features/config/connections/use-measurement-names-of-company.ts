import { Problem, type Settings } from "@ridgebook/contract";
import { useState } from "react";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

type Names = Settings["measurementNames"];

/** The company's names in files of measurements, and a change of one of them. */
export function useMeasurementNamesOfCompany() {
  const { settings, reportFailure } = useSession();
  const client = useClient();
  const localData = useLocalData();
  const keyOf = useAttemptKey();
  const [isBusy, setIsBusy] = useState(false);
  const stored = settings?.measurementNames;
  const [saved, setSaved] = useState<{ readonly over: Names | undefined; readonly names: Names }>();
  // Until the sync has received the saved value.
  const names: Names = (saved && saved.over === stored ? saved.names : stored) ?? {};

  /** @param meaning a measurement, "" to leave it out, undefined to forget the name */
  const change = async (name: string, meaning: string | undefined): Promise<void> => {
    const { [name]: _former, ...others } = names;
    const value = meaning === undefined ? others : { ...others, [name]: meaning };
    const body = [{ op: "replace" as const, path: "/measurementNames" as const, value, former: names }];
    setIsBusy(true);
    try {
      const { measurementNames } = await client.call("updateSettings", { body }, { idempotencyKey: keyOf(body) });
      setSaved({ over: stored, names: measurementNames });
      notices.add({ message: meaning === undefined ? `“${name}” is forgotten` : "Saved", type: "success" });
      await localData.sync.run();
    } catch (error) {
      if (error instanceof Problem && (error.details.conflicts ?? []).length > 0) {
        setSaved(undefined);
        await localData.sync.run();
        notices.add({ message: "Somebody has just changed these names. Look at them and try again.", type: "error" });
      } else await reportFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return { names, change, isBusy };
}
