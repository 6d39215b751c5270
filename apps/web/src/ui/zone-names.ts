/** "New York" of America/New_York. */
export const placeOfZone = (timeZone: string): string => (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");

/** "Eastern time" of America/New_York, all year; "Mountain standard time" of America/Phoenix, where clocks do not change. */
export function nameOfZone(timeZone: string): string {
  // eslint-disable-next-line no-restricted-syntax -- formatTime gives no parts
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" }).formatToParts();
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? placeOfZone(timeZone);
  return name.replace(/ Standard Time$| Time$/, (end) => end.toLowerCase());
}

/** "Eastern time (New York)": people in Ohio look for the one, the setting stores the other. */
export const fullNameOfZone = (timeZone: string): string => `${nameOfZone(timeZone)} (${placeOfZone(timeZone)})`;
