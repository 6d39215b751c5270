import { Problem } from "@ridgebook/contract";
import type { KeptMeasurements } from "#local-data/database/device-database.ts";
import type { LocalData } from "#local-data/local-data.ts";

/** What came of asking Hover. */
type NewerMeasurements =
  | { readonly state: "newer"; readonly measurements: KeptMeasurements }
  /** What is kept is fresh, there is no signal, the lead has no job, or the company does not use Hover. */
  | { readonly state: "notAsked" }
  | { readonly state: "failed"; readonly problem: Problem };

interface MeasurementsOfLead {
  /** What is on the device, with the raw documents under `models`; undefined where nothing is. */
  readonly kept: KeptMeasurements | undefined;
  /** Never rejects with a `Problem`. */
  readonly newer: Promise<NewerMeasurements>;
}

/**
 * The measurements of a lead's house: what the device keeps, at once, and beside it what Hover has since, where that is asked. The
 * first of `models` is the one that Hover gives where none is named; `models[0]?.document` is Hover's `full_json` as it was written.
 *
 *     const { kept, newer } = await readMeasurementsOfLead(localData, lead.id);
 */
export async function readMeasurementsOfLead(
  { measurements }: Pick<LocalData, "measurements">,
  leadId: number,
): Promise<MeasurementsOfLead> {
  const kept = await measurements.readOfLead(leadId);
  const newer = measurements.fetchIfDue(leadId).then(
    (fetched): NewerMeasurements => (fetched ? { state: "newer", measurements: fetched } : { state: "notAsked" }),
    (error: unknown): NewerMeasurements => {
      if (!(error instanceof Problem)) throw error;
      return { state: "failed", problem: error };
    },
  );
  return { kept, newer };
}
