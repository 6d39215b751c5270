/** Whether a browser runs on an iPad or iPhone. An iPad says that it is a Mac, and no Mac has a touch screen. */
export const isAppleTouch = ({ userAgent, maxTouchPoints }: Pick<Navigator, "userAgent" | "maxTouchPoints">): boolean =>
  /iP(ad|hone|od)/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
