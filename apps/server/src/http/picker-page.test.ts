import { expect, test } from "vitest";
import { pickerPolicy } from "./picker-page.ts";

const DEMO = "http://127.0.0.1:4001";
const directivesOf = (at: string, demos: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(
    (pickerPolicy(at, demos) ?? "")
      .split(";")
      .map((line) => [line.split(" ")[0] ?? "", line.split(" ").slice(1).join(" ")]),
  );

test("Google's picker page runs scripts of Google's host alone, and no form is sent from it", () => {
  expect(directivesOf("https://apis.google.com")).toMatchObject({
    "default-src": "'none'",
    "script-src": "https://apis.google.com",
    "frame-src": "https://docs.google.com https://accounts.google.com",
    "form-action": "'none'",
    "frame-ancestors": "'self'",
  });
});

test.each([
  ["https://contoso-my.sharepoint.com", "https://contoso-my.sharepoint.com https://contoso.sharepoint.com"],
  ["https://contoso.sharepoint.com", "https://contoso.sharepoint.com https://contoso-my.sharepoint.com"],
  ["https://onedrive.live.com", "https://onedrive.live.com"],
])(
  "[CONN-56] Microsoft's picker page at %s runs no script, and reaches the hosts of that organization alone",
  (at, hosts) => {
    expect(directivesOf(at)).toMatchObject({ "script-src": "'none'", "frame-src": hosts, "form-action": hosts });
  },
);

test("a stand-in has a picker in the demo alone", () => {
  expect(directivesOf(DEMO, [DEMO])).toMatchObject({ "script-src": DEMO, "frame-src": DEMO });
  expect(pickerPolicy(DEMO, [])).toBeUndefined();
});

test.each([
  "https://evil.test",
  "http://contoso-my.sharepoint.com",
  "https://contoso.sharepoint.com.evil.test",
  "https://evil.test; script-src *",
  "https://apis.google.com https://evil.test",
  "https://.sharepoint.com",
  "",
])("no page is for a picker at “%s”", (at) => {
  expect(pickerPolicy(at, [DEMO])).toBeUndefined();
});
