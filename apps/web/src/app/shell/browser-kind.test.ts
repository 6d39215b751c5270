import { expect, test } from "vitest";
import { browserKindOf, removesUnusedData } from "#app/shell/browser-kind.ts";

const APPLE = "Apple Computer, Inc.";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const IPAD_SAFARI = {
  userAgent: `${MAC} Version/26.0 Safari/605.1.15`,
  vendor: APPLE,
  maxTouchPoints: 5,
  standalone: false,
  isStandaloneDisplay: false,
};
const MAC_SAFARI = { ...IPAD_SAFARI, maxTouchPoints: 0, standalone: undefined };
const DESKTOP_CHROME = {
  userAgent: `${MAC} Chrome/140.0.0.0 Safari/537.36`,
  vendor: "Google Inc.",
  maxTouchPoints: 0,
  standalone: undefined,
  isStandaloneDisplay: false,
};
const FIREFOX = {
  ...DESKTOP_CHROME,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  vendor: "",
};

test.each([
  ["Safari on an iPad", IPAD_SAFARI, { isAppleTouch: true, isInstalled: false, engine: "webkit", name: "Safari" }],
  ["the home screen of an iPad", { ...IPAD_SAFARI, standalone: true }, { isAppleTouch: true, isInstalled: true }],
  [
    "Safari on an iPhone",
    { ...IPAD_SAFARI, userAgent: `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1` },
    { isAppleTouch: true, name: "Safari" },
  ],
  [
    "Chrome on an iPhone",
    { ...IPAD_SAFARI, userAgent: `${IPHONE} CriOS/140.0 Mobile/15E148 Safari/604.1` },
    { isAppleTouch: true, engine: "webkit", name: "This browser" },
  ],
  ["Safari on a Mac", MAC_SAFARI, { isAppleTouch: false, isInstalled: false, engine: "webkit", name: "Safari" }],
  ["the Dock of a Mac", { ...MAC_SAFARI, isStandaloneDisplay: true }, { isAppleTouch: false, isInstalled: true }],
  ["Chrome on a Mac", DESKTOP_CHROME, { isAppleTouch: false, engine: "other", name: "This browser" }],
  // Device emulation, or a touch screen with a fake user agent: without `standalone` there is no Apple home screen.
  ["Chrome that calls itself an iPad", { ...DESKTOP_CHROME, maxTouchPoints: 10 }, { isAppleTouch: false }],
  ["an installed app of Chrome", { ...DESKTOP_CHROME, isStandaloneDisplay: true }, { isInstalled: true }],
  ["Firefox", FIREFOX, { isAppleTouch: false, engine: "firefox", name: "This browser" }],
])("[PWA-09] %s is recognized", (_, facts, kind) => {
  expect(browserKindOf(facts)).toMatchObject(kind);
});

test.each([
  ["Safari on an iPad", IPAD_SAFARI, false, true],
  ["Safari that does not answer", IPAD_SAFARI, null, true],
  ["Safari that promised to keep the data", IPAD_SAFARI, true, false],
  ["Safari on a Mac", MAC_SAFARI, false, true],
  ["an app on the home screen", { ...IPAD_SAFARI, standalone: true }, false, false],
  ["Chrome", DESKTOP_CHROME, false, false],
  ["Firefox", FIREFOX, null, false],
])("[SYNC-40] %s, persisted or not: whether unused data is removed", (_, facts, isKept, removes) => {
  expect(removesUnusedData(browserKindOf(facts), isKept)).toBe(removes);
});
