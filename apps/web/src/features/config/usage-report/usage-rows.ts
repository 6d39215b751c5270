import { usageFileName, usageRows, type UsageOfPerson } from "@ridgebook/contract";
import { csvFile } from "#files/csv.ts";

/** A day in a time zone, such as 2026-05-14. */
const dayIn = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(moment);

/** The month of a moment from its first day to its last, in the company's time zone. */
export function monthOf(moment: Date, timeZone: string): { startDate: string; endDate: string } {
  const month = dayIn(moment, timeZone).slice(0, 7);
  const [year = 0, number = 1] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { startDate: `${month}-01`, endDate: `${month}-${String(days)}` };
}

/** The report as a file for spreadsheets. */
export const usageCsv = (people: readonly UsageOfPerson[], days: { startDate: string; endDate: string }): File =>
  csvFile(usageFileName(days), usageRows(people));
