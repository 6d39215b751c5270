import { problems, type Problem } from "@ridgebook/contract";

/** The position in the body that JSON parsers add to messages, which is useless to users. */
const POSITION_SUFFIX = /\s*Path '[^']*', line \d+, position \d+\.$/;

/** "Bad value. Path '$.a', line 1, position 5." reads "Bad value." (1.§5). */
export const cleanMessage = (message: string): string => message.replace(POSITION_SUFFIX, "").trim();

/** "$.Address.ZipCode" names the form's field "address.zipCode" (1.§5). */
export const cleanFieldName = (key: string): string =>
  key
    .replace(/^\$\./, "")
    .split(".")
    .map((segment) => segment.charAt(0).toLowerCase() + segment.slice(1))
    .join(".");

interface ServerMessages {
  /** One message for each field that the form has. */
  fields: { field: string; message: string }[];
  /** Messages that belong to no field of the form, for the notification area: first the title, unless it is generic. */
  others: string[];
}

/**
 * Sorts the messages of a refused form: to its fields where it has them, the rest to the notification area (1.§5).
 * A field's messages are joined with a space.
 *
 * The generic title says nothing that the messages do not; it is kept only without messages.
 */
export function sortServerMessages({
  problem,
  knownFields,
}: {
  problem: Problem;
  knownFields: readonly string[];
}): ServerMessages {
  const messages = Object.entries(problem.details.errors ?? {}).map(([key, texts]) => ({
    field: cleanFieldName(key),
    message: texts.map(cleanMessage).join(" "),
  }));
  const isKnown = ({ field }: { field: string }): boolean => knownFields.includes(field);
  const title = cleanMessage(problem.message);
  const isTitleShown = title !== problems.validation.title || messages.length === 0;
  return {
    fields: messages.filter(isKnown),
    others: [
      ...(isTitleShown ? [title] : []),
      ...messages.filter((entry) => !isKnown(entry)).map((entry) => entry.message),
    ],
  };
}
