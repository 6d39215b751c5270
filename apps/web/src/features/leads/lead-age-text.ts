import { agoText } from "#features/leads/meeting-text.ts";

/**
 * The age of the shown lead, and what is missing here: "Updated 12 min ago. Its older estimates and documents may not be on this device:
 * they open with a signal." Empty for an unsent lead.
 *
 * @param updatedTime when the device last received all changes, or this lead's; null if never
 */
export function leadAgeText({
  updatedTime,
  now,
  online,
  isPinned,
  isWhole,
}: {
  updatedTime: number | null;
  now: number;
  online: boolean;
  isPinned: boolean;
  isWhole: boolean;
}): string {
  const updated = updatedTime === null ? "" : `Updated ${agoText({ since: updatedTime, now })}.`;
  if (isPinned && isWhole) return [updated, "All of it is on this device."].filter(Boolean).join(" ");
  if (isWhole) return updated;
  const missing = online
    ? isPinned && "Its estimates and documents are being downloaded."
    : "Its estimates and documents may not all be on this device: they open with a signal.";
  return [updated, missing].filter(Boolean).join(" ");
}
