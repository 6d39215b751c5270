import { fieldErrorsOf, Problem } from "@ridgebook/contract";
import { useState, type SyntheticEvent } from "react";
import type { z } from "zod";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

/** Messages by field; `form` is about the form as a whole. */
type ShortFormErrors = Partial<Record<string, string>>;

/**
 * A form of one or two fields on the first page anybody loads: checks with the contract's schema when it is sent, and
 * shows what is wrong as the larger forms do. Those use react-hook-form, which alone would take a tenth of what the
 * login may weigh.
 */
export function useShortForm<Schema extends z.ZodObject>({
  schema,
  send,
}: {
  schema: Schema;
  /** Rejects with a Problem when the server refuses. */
  send: (values: z.output<Schema>) => Promise<void>;
}) {
  const { reportFailure } = useSession();
  const [errors, setErrors] = useState<ShortFormErrors>({});
  const [isSending, setIsSending] = useState(false);

  const showErrors = ({ found, element }: { found: ShortFormErrors; element: HTMLFormElement }): void => {
    setErrors(found);
    const firstField = Object.keys(schema.shape).find((field) => found[field] !== undefined);
    if (firstField !== undefined) element.querySelector<HTMLInputElement>(`[name="${firstField}"]`)?.focus();
  };

  const readRefusal = async (error: unknown): Promise<ShortFormErrors> => {
    if (!(error instanceof Problem) || ![400, 429].includes(error.status)) {
      await reportFailure(error);
      return {};
    }
    if (!error.details.errors) return { form: error.message };
    const { fields, others } = sortServerMessages({ problem: error, knownFields: Object.keys(schema.shape) });
    for (const message of others) notices.add({ message, type: "error" });
    return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
  };

  const submit = async (element: HTMLFormElement): Promise<void> => {
    const parsed = schema.safeParse(Object.fromEntries(new FormData(element)));
    if (!parsed.success) {
      const messages = Object.entries(fieldErrorsOf(parsed.error)).map(([field, texts]) => [field, texts.join(" ")]);
      showErrors({ found: Object.fromEntries(messages) as ShortFormErrors, element });
      return;
    }
    setErrors({});
    setIsSending(true);
    try {
      await send(parsed.data);
    } catch (error) {
      showErrors({ found: await readRefusal(error), element });
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
