import { isAppleTouch } from "#ui/apple-touch.ts";

/** What decides how long a browser keeps the app's data, and how the app gets onto the home screen (decision 0050). */
export interface BrowserKind {
  /** Whether the app runs in its own window: opened from the home screen, the Dock or the desktop. */
  isInstalled: boolean;
  /** An iPad or iPhone, whose browsers never offer to install: the user has to add the app by hand. */
  isAppleTouch: boolean;
  engine: "webkit" | "firefox" | "other";
  /** The browser's usual name. */
  name: "Safari" | "This browser";
}

interface BrowserFacts {
  userAgent: string;
  vendor: string;
  maxTouchPoints: number;
  /** `navigator.standalone`, which only Apple's browsers have; true in an app on the home screen. */
  standalone: boolean | undefined;
  isStandaloneDisplay: boolean;
}

/** WebKit in all browsers of an iPad, and in Safari on a Mac. */
const WEBKIT_VENDOR = "Apple Computer, Inc.";

export function browserKindOf(facts: BrowserFacts): BrowserKind {
  const { userAgent, vendor, standalone, isStandaloneDisplay } = facts;
  const isWebkit = vendor === WEBKIT_VENDOR;
  return {
    isInstalled: standalone === true || isStandaloneDisplay,
    isAppleTouch: standalone !== undefined && isAppleTouch(facts),
    engine: isWebkit ? "webkit" : userAgent.includes("Firefox/") ? "firefox" : "other",
    name: isWebkit && !/CriOS|FxiOS|EdgiOS/.test(userAgent) ? "Safari" : "This browser",
  };
}

export const readBrowserKind = (): BrowserKind =>
  browserKindOf({
    userAgent: navigator.userAgent,
    vendor: navigator.vendor,
    maxTouchPoints: navigator.maxTouchPoints,
    standalone: (navigator as Navigator & { standalone?: boolean }).standalone,
    isStandaloneDisplay: matchMedia("(display-mode: standalone)").matches,
  });

/** WebKit deletes what a site has stored after seven days of use of the browser without the site, unless persistent storage was granted. */
export const removesUnusedData = ({ engine, isInstalled }: BrowserKind, isKept: boolean | null): boolean =>
  engine === "webkit" && !isInstalled && isKept !== true;
