import type { DocumentChoices } from "@ridgebook/documents";
import type { FieldError } from "#ui/error-summary.tsx";

const MAX_NAME = 200;
const MAX_PERCENT = 100;
const MAX_DAYS = 999;

const dayError = (day: string | null): boolean => day !== null && !/^\d{4}-\d{2}-\d{2}$/.test(day);

/** Errors that block making the document, by field. */
export function choiceProblems(choices: DocumentChoices): FieldError[] {
  const problems: FieldError[] = [];
  const add = (field: string, label: string, message: string): void => {
    problems.push({ field, label, message });
  };
  const name = choices.name.trim();
  if (name === "") add("name", "Name", "Enter a name for the document.");
  if (name.length > MAX_NAME) add("name", "Name", `At most ${String(MAX_NAME)} characters.`);
  if (choices.copies.length === 0) add("copies", "Work", "Choose at least one workflow.");
  if ("customerNames" in choices && choices.customerNames.every((each) => each.trim() === ""))
    add("customer1", "First owner", "Enter who signs.");
  if ("startDate" in choices) {
    if (dayError(choices.startDate)) add("startDate", "Work begins", "Enter a day.");
    const days = choices.workingDays;
    if (days !== null && (!Number.isInteger(days) || days < 1 || days > MAX_DAYS))
      add("workingDays", "Working days", `Enter a whole number from 1 to ${String(MAX_DAYS)}.`);
  }
  if (choices.kind === "purchaseOrder") {
    if (choices.salesTaxPercent < 0 || choices.salesTaxPercent > MAX_PERCENT)
      add("salesTax", "Sales tax", "Enter a percentage from 0 to 100.");
    if (dayError(choices.delivery.date)) add("deliveryDate", "Deliver on", "Enter a day.");
  }
  if ("extraCosts" in choices)
    choices.extraCosts.forEach(({ label }, index) => {
      if (label.trim() === "") add(`extra${String(index)}`, "Further cost", "Say what the amount is for.");
    });
  if (choices.kind === "finalLaborBill")
    choices.paid.forEach(({ label }, index) => {
      if (label.trim() === "") add(`paid${String(index)}`, "Paid before", "Say what the amount is for.");
    });
  if ("quantities" in choices && Object.values(choices.quantities).some((quantity) => quantity < 0))
    add("quantities", "Work done", "A quantity is at least 0.");
  return problems;
}
