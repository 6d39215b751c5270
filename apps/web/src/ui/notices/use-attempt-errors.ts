import { useState } from "react";
import type { NewNotice } from "#ui/notices/notice-store.ts";
import { notices } from "#ui/notices/notices.ts";

/** The errors of the last attempt of an action, as notices. */
interface AttemptErrors {
  add(notice: Omit<NewNotice, "type">): void;
  /** Closes the errors at the next attempt, or once their cause is fixed; the user may close each before. */
  close(): void;
}

/** The same object during the component's life. */
export function useAttemptErrors(): AttemptErrors {
  const [errors] = useState(createAttemptErrors);
  return errors;
}

function createAttemptErrors(): AttemptErrors {
  const shown: number[] = [];
  return {
    add: (notice) => void shown.push(notices.add({ ...notice, type: "error" })),
    close: () => {
      for (const id of shown.splice(0)) notices.close(id);
    },
  };
}
