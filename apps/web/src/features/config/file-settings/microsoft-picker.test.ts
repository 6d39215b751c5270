import type { MicrosoftPickerInfo } from "@ridgebook/contract";
import { SOON } from "@ridgebook/testing/patience";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pickFromMicrosoft } from "./microsoft-picker.ts";
import { PickerBlocked } from "./picker-page.ts";

/* The protocol of File Picker v8; the test plays the picker's side over a real port. */

const HOST = "https://contoso-my.sharepoint.com";
const SITES = "https://contoso.sharepoint.com";
const INFO: MicrosoftPickerInfo = { accessToken: "own-token", baseUrl: HOST, resource: HOST };

type Sent = { readonly type: string; readonly id?: string; readonly data?: unknown };

const open: MessagePort[] = [];
beforeEach(() => {
  vi.stubGlobal("location", { origin: "https://app.example" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const port of open.splice(0)) port.close();
});

/** A page for the picker, with the parts that the product writes into. */
function openPicker({ info = INFO, isFile = false }: { info?: MicrosoftPickerInfo; isFile?: boolean } = {}) {
  const made: Record<string, unknown>[] = [];
  const listeners: ((event: object) => void)[] = [];
  const frameWindow = {};
  const inside = {
    document: {
      createElement: (tag: string) => {
        const element = {
          tag,
          style: {},
          contentWindow: frameWindow,
          append: () => undefined,
          submit: () => undefined,
        };
        made.push(element);
        return element;
      },
      body: { append: () => undefined },
    },
    addEventListener: (_type: string, listener: (event: object) => void) => listeners.push(listener),
  } as unknown as Window;
  const leaving = new AbortController();
  const asked: string[] = [];
  const tokenFor = (resource: string): Promise<string> => {
    asked.push(resource);
    return resource === SITES ? Promise.resolve("site-token") : Promise.reject(new Error("refused"));
  };
  const picked = pickFromMicrosoft({ inside, isFile, signal: leaving.signal }, { info, tokenFor });
  const form = made.find(({ tag }) => tag === "form") as { action: string; method: string };
  const action = new URL(form.action);
  const settings = JSON.parse(action.searchParams.get("filePicker") ?? "{}") as {
    entry: object;
    messaging: { origin: string; channelId: string };
    typesAndSources: { mode: string };
  };
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const received: Sent[] = [];
  port1.addEventListener("message", ({ data }: MessageEvent<Sent>) => received.push(data));
  port1.start();
  const usual = { source: frameWindow, origin: HOST, ports: [port2] };
  return {
    picked,
    leaving,
    action,
    form,
    made,
    settings,
    received,
    asked,
    /** A message to the page; by default the picker's own. */
    say: (changes: object = {}) => {
      const data = { type: "initialize", channelId: settings.messaging.channelId };
      for (const listener of listeners) listener({ ...usual, data, ...changes });
    },
    send: (message: unknown) => port1.postMessage(message),
    command: (id: string, data: object) => port1.postMessage({ type: "command", id, data }),
    /** The app's messages, once it has sent this many. */
    heard: (count: number) =>
      vi.waitFor(() => {
        expect(received).toHaveLength(count);
        return received;
      }, SOON),
  };
}

test("[CONN-57] the token goes in a form to the picker's host, never in its address", async () => {
  const { action, form, made, settings, leaving, picked } = openPicker({ isFile: true });
  expect([action.origin + action.pathname, form.method]).toEqual([`${HOST}/_layouts/15/FilePicker.aspx`, "POST"]);
  expect(action.href).not.toContain("own-token");
  expect(made.find(({ tag }) => tag === "input")).toMatchObject({ name: "access_token", value: "own-token" });
  expect(settings).toMatchObject({
    entry: { oneDrive: {} },
    messaging: { origin: "https://app.example" },
    typesAndSources: { mode: "files" },
  });
  leaving.abort();
  await expect(picked).rejects.toThrow(PickerBlocked);
});

test("[CONN-56] a site's library is opened on its site", async () => {
  const library = { siteUrl: `${SITES}/sites/ops`, url: `${SITES}/sites/ops/Jobs` };
  const { action, settings, leaving, picked } = openPicker({
    info: { ...INFO, baseUrl: SITES, resource: SITES, library },
  });
  expect(action.origin + action.pathname).toBe(`${SITES}/sites/ops/_layouts/15/FilePicker.aspx`);
  expect(settings.entry).toEqual({ sharePoint: { byPath: { web: library.siteUrl, list: library.url } } });
  leaving.abort();
  await expect(picked).rejects.toThrow(PickerBlocked);
});

test("[CONN-57] only the frame's own window, at the picker's host, with this channel, begins; then each command is acknowledged", async () => {
  const { say, command, heard, picked, received } = openPicker();
  for (const changes of [
    { source: {} },
    { origin: "https://evil.test" },
    { origin: SITES },
    { data: { type: "initialize", channelId: "another" } },
    { data: { type: "other" } },
    { data: null },
    { data: "text" },
    { ports: [] },
  ])
    say(changes);
  expect(received).toEqual([]);
  say();
  expect(await heard(1)).toEqual([{ type: "activate" }]);
  command("1", { command: "authenticate", resource: HOST, type: "SharePoint" });
  expect((await heard(3)).slice(1)).toEqual([
    { type: "acknowledge", id: "1" },
    { type: "result", id: "1", data: { result: "token", token: "own-token" } },
  ]);
  command("2", { command: "pick", items: [{ id: "01ABC", parentReference: { driveId: "b!drive" } }] });
  expect(await picked).toBe("b!drive:01ABC");
  expect((await heard(5)).slice(3)).toEqual([
    { type: "acknowledge", id: "2" },
    { type: "result", id: "2", data: { result: "success" } },
  ]);
});

test("[CONN-56] a token for another host of the organization is requested; a missing one is an error of the protocol", async () => {
  const { say, command, heard, asked, picked } = openPicker();
  say();
  command("1", { command: "authenticate", resource: SITES });
  expect((await heard(3))[2]).toMatchObject({ data: { result: "token", token: "site-token" } });
  command("2", { command: "authenticate", resource: "https://evil.test" });
  expect((await heard(5))[4]).toMatchObject({ data: { result: "error", error: { code: "unableToObtainToken" } } });
  expect(asked).toEqual([SITES, "https://evil.test"]);
  command("3", { command: "close" });
  expect(await picked).toBeUndefined();
});

test("[CONN-57] unknown commands are answered as such, and messages of another shape are left alone", async () => {
  const { say, send, command, heard, picked } = openPicker();
  say();
  for (const message of [null, "text", 7, {}, { type: "notification", data: { notification: "page-loaded" } }])
    send(message);
  send({ type: "command", id: "0" });
  command("1", { command: "explode" });
  expect((await heard(3)).slice(1)).toEqual([
    { type: "acknowledge", id: "1" },
    { type: "result", id: "1", data: { result: "error", error: { code: "unsupportedCommand", message: "explode" } } },
  ]);
  command("2", { command: "pick", items: [] });
  expect(await picked).toBeUndefined();
});

test("[CONN-57] leaving in the middle chooses nothing", async () => {
  const { say, heard, leaving, picked } = openPicker();
  say();
  await heard(1);
  leaving.abort();
  expect(await picked).toBeUndefined();
});

test("[STORE-20] a picker that says nothing for 20 seconds, as one that the browser blocks, counts as blocked", async () => {
  vi.useFakeTimers();
  try {
    const { picked, say } = openPicker();
    const outcome = expect(picked).rejects.toThrow(PickerBlocked);
    // The browser's own page about a blocked one has no host.
    say({ origin: "null" });
    await vi.advanceTimersByTimeAsync(20_000);
    await outcome;
  } finally {
    vi.useRealTimers();
  }
});
