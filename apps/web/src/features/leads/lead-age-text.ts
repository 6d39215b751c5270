import { agoText } from "#features/leads/meeting-text.ts";

/**
 * How old the shown lead is, and what of it is not here: "Updated 12 min ago. Its older estimates and documents may not be on
 * this device: they open with a signal." Nothing for a lead that no server knows.
 *
 * @param updatedTime when the device last heard of all changes, or of this lead's; null if it never has
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
