import {
  formatDateTime,
  formatDate,
  LEAD_FIELD_LABELS,
  formatPhone,
  type LeadField,
  type ZohoFinding,
} from "@ridgebook/contract";

const isLeadField = (field: string): field is LeadField => Object.hasOwn(LEAD_FIELD_LABELS, field);
export const fieldLabel = (field: string): string => (isLeadField(field) ? LEAD_FIELD_LABELS[field] : field);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function valueText(field: string, value: string, timeZone: string): string {
  if (value === "") return "nothing";
  if (field === "phone" || field === "mobilePhone") return formatPhone(value);
  const time = field === "meetingDate" ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return value;
  // Zoho may have only the day.
  if (DAY.test(value)) return formatDate({ time, timeZone: "UTC" });
  return formatDateTime({ time, timeZone });
}

/** Describes a kept value and the reason: "City: Olathe here, Lenexa in Zoho. Both were changed." */
export function findingText(
  { kind, field, here, there }: Pick<ZohoFinding, "kind" | "field" | "here" | "there">,
  timeZone: string,
): string {
  const [ours, theirs] = [valueText(field, here, timeZone), valueText(field, there, timeZone)];
  const both = `${fieldLabel(field)}: ${ours} here, ${theirs} in Zoho.`;
  switch (kind) {
    case "bothChanged":
      return `${both} Both were changed.`;
    case "statusUnknown":
      return `${both} Zoho’s list of statuses does not have “${ours}”. It goes there once the list has it.`;
    case "notAccepted":
      return `${both} Zoho did not accept ours.`;
    case "notTaken":
      return `${both} Zoho’s does not fit here.`;
    case "deletedThere":
      return "Deleted in Zoho. It stays here, and is no longer linked.";
  }
}
