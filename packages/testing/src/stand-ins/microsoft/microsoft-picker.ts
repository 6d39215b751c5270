import type { FileTree } from "#stand-ins/storage/file-tree.ts";
import { twinPickerPage } from "#stand-ins/storage/picker-page.ts";
import type { TwinReply } from "#stand-ins/twin-reply.ts";
import type { TwinRequest } from "#stand-ins/twin-server.ts";
import type { MicrosoftCaseName } from "./microsoft-cases.ts";

interface Asked {
  readonly messaging?: { readonly origin?: string; readonly channelId?: string };
  readonly typesAndSources?: { readonly mode?: string };
}

/* The page of File Picker v8 (reference 4.3), which implements its protocol over a port. */

const readAsked = (text: string | null): Asked => {
  try {
    return JSON.parse(text ?? "{}") as Asked;
  } catch {
    return {};
  }
};

/** Undefined for other addresses. It takes only a token of the same host; one of Graph is refused. */
export function answerMicrosoftPicker(
  { method, url, body }: TwinRequest,
  { tree, driveId, isAllowed }: { tree: FileTree; driveId: string; isAllowed: (token: string) => boolean },
): TwinReply<MicrosoftCaseName> | undefined {
  // Of a personal drive, or of a site.
  if (!/^(?:\/sites\/[^/]+)?\/_layouts\/15\/FilePicker\.aspx$/.test(url.pathname)) return undefined;
  if (method !== "POST") return { named: "notAllowed" };
  if (!isAllowed(new URLSearchParams(body.toString("utf8")).get("access_token") ?? ""))
    return { named: "unauthenticated" };
  const { messaging: { origin = "", channelId = "" } = {}, typesAndSources } = readAsked(
    url.searchParams.get("filePicker"),
  );
  const given = JSON.stringify({ origin, channelId, driveId }).replace(/</g, "\\u003c");
  return {
    contentType: "text/html",
    text: twinPickerPage({
      name: "OneDrive",
      tree,
      isFolder: typesAndSources?.mode === "folders",
      script: `const { origin, channelId, driveId } = ${given};
const { port1, port2 } = new MessageChannel();
let isActive = false;
port1.onmessage = ({ data }) => {
  if (data.type !== "activate") return;
  isActive = true;
  port1.postMessage({ type: "notification", data: { notification: "page-loaded" } });
  port1.postMessage({ type: "command", id: "1", data: { command: "authenticate", resource: location.origin, type: "SharePoint" } });
};
parent.postMessage({ type: "initialize", channelId }, origin, [port2]);
const choose = (id) => {
  if (!isActive) return;
  const data = id ? { command: "pick", items: [{ id, parentReference: { driveId } }] } : { command: "close" };
  port1.postMessage({ type: "command", id: "2", data });
};`,
    }),
  };
}
