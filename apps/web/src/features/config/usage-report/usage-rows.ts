import { dayOf, usageFileName, usageRows, type UsageOfPerson } from "@ridgebook/contract";
import { csvFile } from "#files/csv.ts";

/** The month of a moment from its first day to its last, in the company's time zone. */
export function monthOf(moment: Date, timeZone: string): { startDate: string; endDate: string } {
  const month = dayOf({ moment: moment.getTime(), timeZone }).slice(0, 7);
  const [year = 0, number = 1] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { startDate: `${month}-01`, endDate: `${month}-${String(days)}` };
}

/** The report as a file for spreadsheets. */
export const usageCsv = (people: readonly UsageOfPerson[], days: { startDate: string; endDate: string }): File =>
  csvFile(usageFileName(days), usageRows(people));
