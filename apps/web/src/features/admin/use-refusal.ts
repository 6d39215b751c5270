import { Problem } from "@ridgebook/contract";
import { useSession } from "#server-client/session-context.tsx";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { notices } from "#ui/notices/notices.ts";

/** The first message for each field that a schema did not accept. */
export function messagesOfFields(error: {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error.issues) messages[String(path[0])] ??= message;
  return messages;
}

/**
 * Sorts what the server had against a form: resolves to the messages of the known fields, and shows the rest as notices. All other
 * failures go to the generic handler.
 */
export function useRefusal(): (error: unknown, knownFields: readonly string[]) => Promise<Record<string, string>> {
  const { reportFailure } = useSession();
  return async (error, knownFields) => {
    if (!(error instanceof Problem) || ![400, 409, 429].includes(error.status)) {
      await reportFailure(error);
      return {};
    }
    const { fields, others } = sortServerMessages({ problem: error, knownFields });
    for (const message of others) notices.add({ message, type: "error" });
    return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
  };
}
