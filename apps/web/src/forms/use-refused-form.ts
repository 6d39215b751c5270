import { Problem, type ProblemCode } from "@ridgebook/contract";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { useRefusal } from "#forms/use-refusal.ts";

/** Shows the server's refusal of a form: at its fields, or above the button if it is about the whole form (1.§5). */
export function useRefusedForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { fieldByCode = {} }: { fieldByCode?: Partial<Record<ProblemCode, FieldPath<Values>>> } = {},
): (error: unknown) => Promise<void> {
  const readRefusal = useRefusal();
  return async (error) => {
    const field = error instanceof Problem ? fieldByCode[error.code] : undefined;
    if (error instanceof Problem && field !== undefined) {
      form.setError(field, { message: error.message }, { shouldFocus: true });
      return;
    }
    const names = Object.keys(form.getValues()) as FieldPath<Values>[];
    const refusal = await readRefusal(error, names);
    if (refusal.form !== undefined) form.setError("root", { message: refusal.form });
    const named = names.filter((name) => refusal.fields[name] !== undefined);
    for (const name of named) {
      const { [name]: message = "" } = refusal.fields;
      form.setError(name, { message }, { shouldFocus: name === named[0] });
    }
  };
}
