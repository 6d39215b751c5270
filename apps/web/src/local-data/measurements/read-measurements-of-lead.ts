import { Problem } from "@ridgebook/contract";
import type { KeptMeasurements } from "#local-data/database/device-database.ts";
import type { LocalData } from "#local-data/local-data.ts";

/** The outcome of a fetch from Hover. */
type NewerMeasurements =
  | { readonly state: "newer"; readonly measurements: KeptMeasurements }
  /** The stored measurements are fresh, there is no network, the lead has no job, or the company does not use Hover. */
  | { readonly state: "notAsked" }
  | { readonly state: "failed"; readonly problem: Problem };

interface MeasurementsOfLead {
  /** The stored measurements, with the raw documents in `models`; undefined if none are stored. */
  readonly kept: KeptMeasurements | undefined;
  /** Never rejects with a `Problem`. */
  readonly newer: Promise<NewerMeasurements>;
}

/**
 * Reads the measurements of a lead's house: the stored ones immediately, and a promise of newer ones from Hover. The first of
 * `models` is Hover's default model; `models[0]?.document` is Hover's unchanged `full_json`.
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
