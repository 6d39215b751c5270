import { formatDay } from "@ridgebook/contract";
import type { MeasurementSet } from "@ridgebook/estimating";
import { IconRefresh } from "@tabler/icons-react";
import { useDeferredValue, useMemo } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { findRemeasured, HOVER, readModels } from "#features/estimate/measurements/find-remeasured.ts";
import classes from "#features/estimate/measurements/remeasured-banner.module.css";
import type { Taken } from "#features/estimate/measurements/taken-measurements.ts";
import { useTakenMeasurements } from "#features/estimate/measurements/use-taken-measurements.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { useMeasurements } from "#local-data/measurements/use-measurements.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useNow } from "#ui/use-now.ts";
import { TextButton } from "#ui/text-button.tsx";

/** Says that the house was measured again and that numbers of this copy differ. */
export function RemeasuredBanner({ onLook }: { onLook: (set: MeasurementSet) => void }) {
  const { lead } = useOpenEstimate();
  const taken = useTakenMeasurements();
  if (lead?.hoverJobId == null || !taken.some(({ source }) => source === HOVER)) return null;
  return <BannerOfJob jobId={lead.hoverJobId} taken={taken} onLook={onLook} />;
}

function BannerOfJob({
  jobId,
  taken,
  onLook,
}: {
  jobId: string;
  taken: readonly Taken[];
  onLook: (set: MeasurementSet) => void;
}) {
  const form = useWorkflowForm();
  const { estimate } = useOpenEstimate();
  const { timeZone } = useSession();
  const now = useNow();
  const { kept } = useMeasurements({ leadId: estimate.leadId, jobId });
  const models = useMemo(() => readModels(kept?.models ?? []), [kept]);
  // Deferred, so that it does not delay keystrokes.
  const values = useDeferredValue(useFormValue((snapshot) => snapshot.values));
  const found = useMemo(
    () => findRemeasured({ workflowId: form.copy.workflowId, values, book: form.book }, taken, models),
    [form, values, taken, models],
  );
  if (!found) return null;
  const dayOf = (time: string): string => formatDay({ time, timeZone, now });
  return (
    <div className={`rb-row ${classes.banner}`} role="status">
      <IconRefresh size={20} stroke={1.75} aria-hidden />
      <p className={classes.text}>
        {found.isNewer ? "Hover measured this house again" : "Hover has other measurements of this house"}
        {found.measuredTime !== null && `${found.isNewer ? " on" : ", of"} ${dayOf(found.measuredTime)}`}.{" "}
        <strong>
          {found.different} of the {found.taken} values
        </strong>{" "}
        that were taken on {dayOf(found.takenTime)} are different.
      </p>
      <TextButton onClick={() => onLook(found.set)}>Look at them</TextButton>
    </div>
  );
}
