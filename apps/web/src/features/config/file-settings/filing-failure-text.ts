import type { FilingFailure } from "@ridgebook/contract";
import { providerFailureText } from "#server-client/provider-failure.ts";

/** Why papers wait, for the page on which an admin connects the storage. `name` is the provider's: "Google Drive". */
export function filingFailureText(failure: FilingFailure, name: string): string {
  switch (failure) {
    case "noFolder":
      return "No folder is chosen for them. Name the folder for salespeople below.";
    case "paperMissing":
      return "The stored PDF could not be read. Make it again in the document.";
    case "reconnectNeeded":
      return `${name} no longer accepts the permission. Reconnect above: papers that wait follow by themselves.`;
    default:
      return providerFailureText(failure, name);
  }
}
