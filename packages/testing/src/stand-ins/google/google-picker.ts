import type { FileTree } from "#stand-ins/storage/file-tree.ts";
import { twinPickerPage } from "#stand-ins/storage/picker-page.ts";
import type { TwinReply } from "#stand-ins/twin-reply.ts";
import type { GoogleCaseName } from "./google-cases.ts";

/** Google's script as far as the product uses it (reference 3.4): it draws its dialog in a frame of Google's host. */
const SCRIPT = `(() => {
  const base = new URL(document.currentScript.src).origin;
  class DocsView {
    constructor(viewId) { this.viewId = viewId; }
    setIncludeFolders() { return this; }
    setSelectFolderEnabled() { return this; }
    setMimeTypes() { return this; }
    setMode() { return this; }
  }
  class PickerBuilder {
    setOAuthToken(token) { this.token = token; return this; }
    setDeveloperKey(key) { this.key = key; return this; }
    setAppId(id) { this.appId = id; return this; }
    setOrigin(origin) { this.origin = origin; return this; }
    setSize() { return this; }
    addView(view) { this.view = view; return this; }
    enableFeature() { return this; }
    setCallback(callback) { this.callback = callback; return this; }
    build() {
      const { token, key, appId, origin, view, callback } = this;
      if (!key || !appId) throw new Error("The picker takes a developer key and an app id.");
      const frame = document.createElement("iframe");
      frame.title = "Demo Google Drive";
      frame.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0";
      const asked = new URLSearchParams({ token, origin, kind: view.viewId });
      addEventListener("message", ({ origin: from, source, data }) => {
        if (from !== base || source !== frame.contentWindow) return;
        if (data.action !== "loaded") frame.remove();
        callback(data);
      });
      return { setVisible() { frame.src = base + "/picker?" + asked; document.body.append(frame); }, dispose() { frame.remove(); } };
    }
  }
  window.google = { picker: {
    PickerBuilder, DocsView,
    ViewId: { FOLDERS: "folders", DOCS: "all" }, Feature: { SUPPORT_DRIVES: "sdr" }, DocsViewMode: { LIST: "list" },
    Action: { LOADED: "loaded", PICKED: "picked", CANCEL: "cancel", ERROR: "error" },
  } };
  window.gapi = { load: (name, { callback }) => setTimeout(callback) };
})();
`;

/** The script and the dialog; undefined for other addresses. Refuses a token of another scope, or none. */
export function answerGooglePicker(
  { pathname, searchParams }: URL,
  { tree, isAllowed }: { tree: FileTree; isAllowed: (token: string) => boolean },
): TwinReply<GoogleCaseName> | undefined {
  if (pathname === "/js/api.js") return { text: SCRIPT, contentType: "text/javascript" };
  if (pathname !== "/picker") return undefined;
  if (!isAllowed(searchParams.get("token") ?? "")) return { named: "authError" };
  const origin = JSON.stringify(searchParams.get("origin") ?? "").replace(/</g, "\\u003c");
  return {
    contentType: "text/html",
    text: twinPickerPage({
      name: "Google Drive",
      tree,
      isFolder: searchParams.get("kind") === "folders",
      script: `const tell = (data) => parent.postMessage(data, ${origin});
const choose = (id) => tell(id ? { action: "picked", docs: [{ id }] } : { action: "cancel" });
tell({ action: "loaded" });`,
    }),
  };
}
