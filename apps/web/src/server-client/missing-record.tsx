import { Problem } from "@ridgebook/contract";
import { useEffect } from "react";
import { useSession } from "#server-client/session-context.tsx";

/** Shown instead of a page whose record is missing: says so, and leaves for `goTo` (ERR-03, ERR-06, ERR-11). */
export function MissingRecord({ goTo }: { goTo: string }) {
  const { reportFailure } = useSession();
  useEffect(() => {
    void reportFailure(new Problem("notFound"), { goTo });
  }, [reportFailure, goTo]);
  return null;
}
