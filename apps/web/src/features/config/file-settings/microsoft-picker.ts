import type { MicrosoftPickerInfo } from "@ridgebook/contract";
import { makeUuid } from "#features/config/attempt-key.ts";
import { waitInTime, type Picked, type PickerPlace } from "#features/config/file-settings/picker-page.ts";

/* The protocol of File Picker v8 (reference 4.3). */

interface FromPicker {
  readonly type?: string;
  readonly id?: string;
  readonly data?: {
    readonly command?: string;
    readonly items?: readonly { readonly id: string; readonly parentReference?: { readonly driveId?: string } }[];
  };
}

const PAGE = "/_layouts/15/FilePicker.aspx";
/** Accounts of persons have a picker elsewhere. */
const PERSONAL_HOST = "https://onedrive.live.com";
const PERSONAL_PAGE = "/picker";

/** Opens the picker's page in a frame of the picker page, with the token in a form, never in an address. */
function openFrame({ inside, isFile }: PickerPlace, { baseUrl, accessToken }: MicrosoftPickerInfo, channelId: string) {
  const { document } = inside;
  const asked = {
    ...{ sdk: "8.0", entry: { oneDrive: {} }, authentication: {}, selection: { mode: "single" } },
    messaging: { origin: location.origin, channelId },
    typesAndSources: {
      ...{ mode: isFile ? "files" : "folders", filters: isFile ? [".xlsx"] : [] },
      pivots: { oneDrive: true, recent: true, sharedLibraries: true },
    },
  };
  const query = new URLSearchParams({ filePicker: JSON.stringify(asked), locale: "en-us" }).toString();
  const frame = document.createElement("iframe");
  frame.name = "picker";
  frame.title = "OneDrive";
  frame.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0";
  const form = document.createElement("form");
  form.method = "POST";
  form.target = frame.name;
  form.action = `${baseUrl}${baseUrl === PERSONAL_HOST ? PERSONAL_PAGE : PAGE}?${query}`;
  const token = document.createElement("input");
  token.type = "hidden";
  token.name = "access_token";
  token.value = accessToken;
  form.append(token);
  document.body.append(frame, form);
  form.submit();
  return frame;
}

/** Lets a person choose in Microsoft's picker. Raises PickerBlocked where it does not begin. */
export async function pickFromMicrosoft(place: PickerPlace, info: MicrosoftPickerInfo): Promise<Picked> {
  const { inside, signal } = place;
  const channelId = makeUuid();
  const port = await waitInTime<MessagePort>(signal, (resolve) => {
    const frame = openFrame(place, info, channelId);
    inside.addEventListener("message", ({ source, origin, data, ports: [first] }: MessageEvent) => {
      const { type, channelId: theirs } = data as { type?: unknown; channelId?: unknown };
      const isPicker = source === frame.contentWindow && origin === info.baseUrl;
      if (isPicker && type === "initialize" && theirs === channelId && first) resolve(first);
    });
  });
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
    port.addEventListener("message", ({ data: { type, id, data } }: MessageEvent<FromPicker>) => {
      if (type !== "command") return;
      const answer = (result: object): void => port.postMessage({ type: "result", id, data: result });
      port.postMessage({ type: "acknowledge", id });
      switch (data?.command) {
        case "authenticate":
          answer({ result: "token", token: info.accessToken });
          return;
        case "pick": {
          const [item] = data.items ?? [];
          const driveId = item?.parentReference?.driveId;
          answer({ result: "success" });
          resolve(item && driveId !== undefined ? `${driveId}:${item.id}` : undefined);
          return;
        }
        case "close":
          resolve(undefined);
          return;
        default:
          answer({ result: "error", error: { code: "unsupportedCommand", message: data?.command ?? "" } });
      }
    });
    port.start();
    port.postMessage({ type: "activate" });
  });
}
