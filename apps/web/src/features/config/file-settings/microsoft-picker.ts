import type { MicrosoftPickerInfo } from "@ridgebook/contract";
import { z } from "zod";
import { makeUuid } from "#features/config/attempt-key.ts";
import { waitInTime, type Picked, type PickerPlace } from "#features/config/file-settings/picker-page.ts";

/* The protocol of File Picker v8 (reference 4.3). */

const opening = z.looseObject({ type: z.literal("initialize"), channelId: z.string() });
const command = z.looseObject({
  type: z.literal("command"),
  id: z.string(),
  data: z.looseObject({
    command: z.string(),
    resource: z.string().optional(),
    items: z
      .array(z.looseObject({ id: z.string(), parentReference: z.looseObject({ driveId: z.string() }).optional() }))
      .optional(),
  }),
});

const PAGE = "/_layouts/15/FilePicker.aspx";
/** Personal accounts have a picker elsewhere. */
const PERSONAL_HOST = "https://onedrive.live.com";
const PERSONAL_PAGE = "/picker";

/** Opens the picker's page in a frame of the picker page, with the token in a form, never in an address. */
function openFrame(
  { inside, isFile }: PickerPlace,
  { baseUrl, accessToken, library }: MicrosoftPickerInfo,
  channelId: string,
) {
  const { document } = inside;
  const entry = library ? { sharePoint: { byPath: { web: library.siteUrl, list: library.url } } } : { oneDrive: {} };
  const asked = {
    sdk: "8.0",
    entry,
    authentication: {},
    selection: { mode: "single" },
    messaging: { origin: location.origin, channelId },
    typesAndSources: {
      mode: isFile ? "files" : "folders",
      filters: isFile ? [".xlsx"] : [],
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
  form.action = `${library?.siteUrl ?? baseUrl}${baseUrl === PERSONAL_HOST ? PERSONAL_PAGE : PAGE}?${query}`;
  const token = document.createElement("input");
  token.type = "hidden";
  token.name = "access_token";
  token.value = accessToken;
  form.append(token);
  document.body.append(frame, form);
  form.submit();
  return frame;
}

/** The picker's options. */
interface MicrosoftPickerParts {
  readonly info: MicrosoftPickerInfo;
  /** Throws if no token exists for this host. */
  readonly tokenFor: (resource: string) => Promise<string>;
}

/** Lets a person choose in Microsoft's picker. Throws PickerBlocked if it does not start. */
export async function pickFromMicrosoft(place: PickerPlace, { info, tokenFor }: MicrosoftPickerParts): Promise<Picked> {
  const { inside, signal } = place;
  const channelId = makeUuid();
  const port = await waitInTime<MessagePort>(signal, (resolve) => {
    const frame = openFrame(place, info, channelId);
    inside.addEventListener("message", ({ source, origin, data, ports: [first] }: MessageEvent<unknown>) => {
      const isPicker = source === frame.contentWindow && origin === info.baseUrl;
      // Other pages, and extensions, send messages of any shape.
      if (isPicker && first && opening.safeParse(data).data?.channelId === channelId) resolve(first);
    });
  });
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
    port.addEventListener("message", (event: MessageEvent<unknown>) => {
      const read = command.safeParse(event.data);
      if (!read.success) return;
      const { id, data } = read.data;
      const answer = (result: object): void => port.postMessage({ type: "result", id, data: result });
      const refuse = (code: string, message: string): void => answer({ result: "error", error: { code, message } });
      port.postMessage({ type: "acknowledge", id });
      switch (data.command) {
        case "authenticate": {
          const { resource = info.resource } = data;
          if (resource === info.resource) answer({ result: "token", token: info.accessToken });
          else
            tokenFor(resource).then(
              (token) => answer({ result: "token", token }),
              () => refuse("unableToObtainToken", `There is no permission for ${resource}.`),
            );
          return;
        }
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
          refuse("unsupportedCommand", data.command);
      }
    });
    port.start();
    port.postMessage({ type: "activate" });
  });
}
