import { notices } from "./notices/notices.ts";

/** Copies, and shows a notice; if the browser blocks the clipboard, says that it has to be done by hand. */
export const copyText = (text: string, what: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => void notices.add({ message: `${what} copied` }),
    () =>
      void notices.add({ message: "This browser does not allow copying. Select the text and copy it.", type: "error" }),
  );
