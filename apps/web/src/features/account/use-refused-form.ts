import { Problem, type ProblemCode } from "@ridgebook/contract";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

/**
 * Says what the server had against a form: at the fields it names, in the notification area for others, and above the
 * button when it is about the form as a whole (1.§5). All other failures go to the generic handler.
 */
export function useRefusedForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { fieldByCode = {} }: { fieldByCode?: Partial<Record<ProblemCode, FieldPath<Values>>> } = {},
): (error: unknown) => Promise<void> {
  const { reportFailure } = useSession();
  return async (error) => {
    if (!(error instanceof Problem) || ![400, 429].includes(error.status)) return reportFailure(error);
    const field = fieldByCode[error.code];
    if (field !== undefined || !error.details.errors) {
      form.setError(field ?? "root", { message: error.message }, { shouldFocus: true });
      return;
    }

    const fieldNames = Object.keys(form.getValues()) as FieldPath<Values>[];
    const { fields, others } = sortServerMessages({ problem: error, knownFields: fieldNames });
    for (const name of fieldNames) {
      const named = fields.find((entry) => entry.field === name);
      if (named) form.setError(name, { message: named.message }, { shouldFocus: named === fields[0] });
    }
    for (const message of others) notices.add({ message, type: "error" });
  };
}
