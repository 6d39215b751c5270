/** What decides whether the app offers to be installed (1.§4 Install and update). */
export interface InstallState {
  /** The browser is ready to ask. */
  hasPrompt: boolean;
  isUpdatePending: boolean;
  /** The person answered No once; kept on the device. */
  saidNo: boolean;
}

export const isInstallBannerShown = ({ hasPrompt, isUpdatePending, saidNo }: InstallState): boolean =>
  hasPrompt && !isUpdatePending && !saidNo;

/** What follows from the person's answer: to the banner, and then to the browser's own question. */
export function afterInstallAnswer(answer: "no" | "accepted" | "declined"): Pick<InstallState, "hasPrompt" | "saidNo"> {
  // The browser's prompt can be used once: it is gone after either outcome.
  switch (answer) {
    case "no":
      return { hasPrompt: true, saidNo: true };
    case "accepted":
      return { hasPrompt: false, saidNo: false };
    case "declined":
      return { hasPrompt: false, saidNo: true };
  }
}
