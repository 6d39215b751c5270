import { formatMoment, isLocalId, leadAddress, type HoverJob, type LeadFields } from "@ridgebook/contract";
import type { KeptMeasurements } from "#local-data/database/device-database.ts";
import { countedText } from "#ui/counted-text.ts";

/** The job's page at Hover, for people with an account there. */
export const hoverJobLink = (jobId: string): string => `https://hover.to/wr/jobs/${encodeURIComponent(jobId)}`;

/** The initial search text: Hover searches names and addresses, and spells cities and states freely. */
export const searchTextOf = (lead: Pick<LeadFields, "street" | "city" | "state" | "zipCode">): string =>
  lead.street.trim() || leadAddress({ ...lead, street: "" });

/** "House: measured", "Garage: no measurements yet" */
export const modelText = ({ name, hasMeasurements }: HoverJob["models"][number]): string =>
  `${name || "Model"}: ${hasMeasurements ? "measured" : "no measurements yet"}`;

/** "2 models, 1 measured" */
export function modelsText({ models }: HoverJob): string {
  if (models.length === 0) return "No models yet";
  const measured = models.filter(({ hasMeasurements }) => hasMeasurements).length;
  const count = countedText(models.length, "model");
  if (measured === 0) return `${count}, no measurements yet`;
  return measured === models.length ? `${count}, measured` : `${count}, ${String(measured)} measured`;
}

/** "completed" as Hover writes it; "Completed" on a tag. */
export const stateText = (state: string): string =>
  state === "" ? "" : `${state.charAt(0).toUpperCase()}${state.slice(1).replaceAll("_", " ")}`;

/** What measurements are on this device. */
export function keptText(
  kept: Pick<KeptMeasurements, "models"> | undefined,
  at: { timeZone: string; now: number },
): string {
  const [first] = kept?.models ?? [];
  if (!first) return "No measurements on this device yet.";
  const measured = first.measuredTime === null ? "" : `Measured ${formatMoment({ time: first.measuredTime, ...at })}. `;
  return `${measured}Kept on this device, works without a signal.`;
}

/** Why searching is unavailable; undefined if it is available. */
export function whyNoSearch({ leadId, online }: { leadId: number; online: boolean }): string | undefined {
  if (!online) return "Searching needs a signal.";
  if (isLocalId(leadId)) return "Available once the lead is sent.";
  return undefined;
}
