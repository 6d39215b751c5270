import { Problem, type HoverJob } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { KeptMeasurements } from "#local-data/database/device-database.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";

interface ShownMeasurements {
  /** The stored measurements, if any. */
  readonly kept: KeptMeasurements | undefined;
  readonly job: HoverJob | undefined;
  /** The device is being read, or it has no measurements and Hover is being asked. */
  readonly isWaiting: boolean;
  /** The problem of the last call to Hover. */
  readonly problem: Problem | undefined;
}

/** The stored measurements of a lead with this job, refreshed from Hover. */
export function useMeasurements({ leadId, jobId }: { leadId: number; jobId: string }): ShownMeasurements {
  const { measurements } = useLocalData();
  const here = { gcTime: 0, retry: false, networkMode: "always" } as const;
  const device = useQuery({
    ...here,
    queryKey: ["kept-measurements", leadId, jobId],
    queryFn: async () => (await measurements.readOfLead(leadId)) ?? null,
  });
  const { refetch } = device;
  // The reply is stored on the device and read from there.
  const hover = useQuery({
    ...here,
    queryKey: ["fetched-measurements", leadId, jobId],
    queryFn: async () => (await measurements.fetchIfDue(leadId)) ?? null,
  });
  useEffect(
    () =>
      measurements.subscribe((changed) => {
        if (changed === jobId) void refetch();
      }),
    [measurements, jobId, refetch],
  );
  const kept = device.data ?? hover.data ?? undefined;
  return {
    kept,
    job: kept?.job,
    isWaiting: device.isPending || (!kept && hover.isPending),
    problem: hover.error instanceof Problem ? hover.error : undefined,
  };
}
