import type { GooglePickerInfo } from "@ridgebook/contract";
import {
  PickerBlocked,
  waitInTime,
  type Picked,
  type PickerPlace,
} from "#features/config/file-settings/picker-page.ts";

/* The parts of Google's script that the product uses (reference 3.4). */

interface PickerReply {
  readonly action: string;
  readonly docs?: readonly { readonly id: string }[];
}
interface DocsView {
  setIncludeFolders(is: boolean): DocsView;
  setSelectFolderEnabled(is: boolean): DocsView;
  setMimeTypes(types: string): DocsView;
}
interface PickerBuilder {
  setOAuthToken(token: string): PickerBuilder;
  setDeveloperKey(key: string): PickerBuilder;
  setAppId(id: string): PickerBuilder;
  setOrigin(origin: string): PickerBuilder;
  addView(view: DocsView): PickerBuilder;
  enableFeature(feature: string): PickerBuilder;
  setCallback(callback: (reply: PickerReply) => void): PickerBuilder;
  build(): { setVisible(is: boolean): void };
}
type WithGoogle = Window & {
  readonly gapi: { load(name: string, parts: { callback: () => void; onerror: () => void }): void };
  readonly google: {
    readonly picker: {
      readonly PickerBuilder: new () => PickerBuilder;
      readonly DocsView: new (view: string) => DocsView;
      readonly ViewId: { readonly FOLDERS: string; readonly DOCS: string };
      readonly Feature: { readonly SUPPORT_DRIVES: string };
    };
  };
};

const FOLDER = "application/vnd.google-apps.folder";
const SHEETS =
  "application/vnd.google-apps.spreadsheet,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const loadScript = ({ inside, signal }: PickerPlace, url: string): Promise<void> =>
  waitInTime(signal, (resolve, reject) => {
    const script = inside.document.createElement("script");
    script.src = url;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new PickerBlocked()));
    inside.document.head.append(script);
  });

const loadPicker = ({ gapi }: WithGoogle, signal: AbortSignal): Promise<void> =>
  waitInTime(signal, (resolve, reject) =>
    gapi.load("picker", { callback: () => resolve(), onerror: () => reject(new PickerBlocked()) }),
  );

/** Lets a person choose in Google's picker. Throws PickerBlocked. */
export async function pickFromGoogle(place: PickerPlace, info: GooglePickerInfo): Promise<Picked> {
  const { inside, isFile, signal } = place;
  await loadScript(place, info.scriptUrl);
  // The script adds both objects to the page: the second one with this call.
  const page = inside as WithGoogle;
  await loadPicker(page, signal);
  const { picker } = page.google;
  const view = isFile
    ? new picker.DocsView(picker.ViewId.DOCS).setIncludeFolders(true).setMimeTypes(SHEETS)
    : new picker.DocsView(picker.ViewId.FOLDERS)
        .setIncludeFolders(true)
        .setSelectFolderEnabled(true)
        .setMimeTypes(FOLDER);
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
    new picker.PickerBuilder()
      .setOAuthToken(info.accessToken)
      .setDeveloperKey(info.developerKey)
      .setAppId(info.appId)
      .setOrigin(location.origin)
      .addView(view)
      .enableFeature(picker.Feature.SUPPORT_DRIVES)
      .setCallback(({ action, docs }) => {
        if (action === "picked") resolve(docs?.[0]?.id);
        else if (action === "cancel") resolve(undefined);
        else if (action === "error") reject(new PickerBlocked());
      })
      .build()
      .setVisible(true);
  });
}
