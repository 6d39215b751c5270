import type { ChosenNames } from "@ridgebook/estimating";
import { useEffect, useMemo, useState } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** The meanings of names in files: the company's, overridden by this device's, which may not be sent yet. */
export function useMeasurementNames(): {
  readonly names: ChosenNames;
  readonly choose: (key: string, measurement: string) => void;
} {
  const { measurementNames } = useLocalData();
  const { settings } = useOpenEstimate();
  const { reportFailure } = useSession();
  const [chosen, setChosen] = useState<ChosenNames>({});
  useEffect(() => {
    let isOver = false;
    measurementNames.readUnsent().then(
      (unsent) => {
        if (!isOver) setChosen((now) => ({ ...unsent, ...now }));
      },
      (error: unknown) => void reportFailure(error),
    );
    return () => {
      isOver = true;
    };
  }, [measurementNames, reportFailure]);
  // Missing on devices that an older release filled.
  const known = settings.measurementNames as ChosenNames | undefined;
  const names = useMemo(() => ({ ...known, ...chosen }), [known, chosen]);
  return {
    names,
    choose: (key, measurement) => {
      setChosen((now) => ({ ...now, [key]: measurement }));
      measurementNames.choose({ [key]: measurement }).catch((error: unknown) => void reportFailure(error));
    },
  };
}
