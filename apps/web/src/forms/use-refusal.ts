import { fieldErrorsOf, Problem } from "@ridgebook/contract";
import { useState } from "react";
import type { z } from "zod";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

/** Messages by field. */
export type FieldMessages = Readonly<Partial<Record<string, string>>>;

interface Refusal {
  readonly fields: FieldMessages;
  /** The message about the form as a whole. */
  readonly form?: string;
}

/** A schema's messages by field; several messages of a field are joined, like the server's. */
export const fieldMessagesOf = (error: z.ZodError): FieldMessages =>
  Object.fromEntries(Object.entries(fieldErrorsOf(error)).map(([field, texts]) => [field, texts.join(" ")]));

/**
 * Reads the server's refusal of a form: returns messages about its fields and about the form, and shows the others in the notification
 * area (1.§5). Passes all other failures to the generic handler.
 */
export function useRefusal(): (error: unknown, knownFields: readonly string[]) => Promise<Refusal> {
  const { reportFailure } = useSession();
  return async (error, knownFields) => {
    if (!(error instanceof Problem) || ![400, 409, 429].includes(error.status)) {
      await reportFailure(error);
      return { fields: {} };
    }
    if (!error.details.errors) return { fields: {}, form: error.message };
    const { fields, others } = sortServerMessages({ problem: error, knownFields });
    for (const message of others) notices.add({ message, type: "error" });
    return { fields: Object.fromEntries(fields.map(({ field, message }) => [field, message])) };
  };
}

/** Sends a dialog's form: shows a refusal at its fields, at the first one if it is about the form as a whole. */
export function useDialogForm(fields: readonly [string, ...string[]]) {
  const readRefusal = useRefusal();
  const [errors, setErrors] = useState<FieldMessages>({});
  const [isBusy, setIsBusy] = useState(false);
  const send = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    setErrors({});
    try {
      await work();
    } catch (failure) {
      const refusal = await readRefusal(failure, fields);
      setErrors(refusal.form === undefined ? refusal.fields : { [fields[0]]: refusal.form });
    } finally {
      setIsBusy(false);
    }
  };
  return { errors, setErrors, isBusy, send };
}
