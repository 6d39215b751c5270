/**
 * Query values in the app's addresses are plain text: `?code=0123` is the text "0123". The router's own parser would turn it into a number and lose
 * digits of codes.
 */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

/** Empty values are left out of the address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

/** A message that a link carries for the user who opens it (1.§2 Route guards). */
interface LinkMessage {
  message: string;
  type: "success" | "info" | "warning" | "error";
  autoClose: boolean;
}

const MESSAGE_TYPES = ["success", "info", "warning", "error"] as const;

/**
 * Splits a query into its message, if any, and the rest that stays in the address. An unknown type is info; it closes by itself only with
 * `messageAutoHide=true`.
 */
export function takeMessage(search: Record<string, string>): {
  message: LinkMessage | undefined;
  rest: Record<string, string>;
  isTaken: boolean;
} {
  const { message: text, messageType, messageAutoHide, ...rest } = search;
  const isTaken = text !== undefined || messageType !== undefined || messageAutoHide !== undefined;
  const type = MESSAGE_TYPES.find((known) => known === messageType) ?? "info";
  const message = text ? { message: text, type, autoClose: messageAutoHide === "true" } : undefined;
  return { message, rest, isTaken };
}
