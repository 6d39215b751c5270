import { useState, type SyntheticEvent } from "react";
import type { z } from "zod";
import { fieldMessagesOf, useRefusal, type FieldMessages } from "#forms/use-refusal.ts";

/**
 * A form of one or two fields on the first page of a visit: checks with the contract's schema on submit, and shows errors as the larger forms do. Those
 * use react-hook-form, which alone would take a tenth of the login's size budget.
 */
export function useShortForm<Schema extends z.ZodObject>({
  schema,
  send,
}: {
  schema: Schema;
  /** Rejects with a Problem when the server refuses. */
  send: (values: z.output<Schema>) => Promise<void>;
}) {
  const readRefusal = useRefusal();
  /** `form` is about the form as a whole. */
  const [errors, setErrors] = useState<FieldMessages>({});
  const [isSending, setIsSending] = useState(false);

  const showErrors = ({ found, element }: { found: FieldMessages; element: HTMLFormElement }): void => {
    setErrors(found);
    const firstField = Object.keys(schema.shape).find((field) => found[field] !== undefined);
    if (firstField !== undefined) element.querySelector<HTMLInputElement>(`[name="${firstField}"]`)?.focus();
  };

  const submit = async (element: HTMLFormElement): Promise<void> => {
    const parsed = schema.safeParse(Object.fromEntries(new FormData(element)));
    if (!parsed.success) {
      showErrors({ found: fieldMessagesOf(parsed.error), element });
      return;
    }
    setErrors({});
    setIsSending(true);
    try {
      await send(parsed.data);
    } catch (error) {
      const { fields, form } = await readRefusal(error, Object.keys(schema.shape));
      showErrors({ found: { ...fields, ...(form !== undefined && { form }) }, element });
    } finally {
      setIsSending(false);
    }
  };

  return {
    errors,
    isSending,
    handleSubmit: (event: SyntheticEvent<HTMLFormElement>): void => {
      event.preventDefault();
      if (!isSending) void submit(event.currentTarget);
    },
  };
}
