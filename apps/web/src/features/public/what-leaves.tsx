import { Problem } from "@ridgebook/contract";
import { useEffect, useState } from "react";
import { useClient } from "#server-client/client-context.tsx";
import type { ReplyOf } from "#server-client/server-client.ts";

/** The server's answer; undefined while loading, null on failure. */
function useTelemetry(): ReplyOf<"getInfo">["telemetry"] | null {
  const client = useClient();
  const [sends, setSends] = useState<ReturnType<typeof useTelemetry>>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    client.call("getInfo", { query: { keys: "telemetry" } }, { signal }).then(
      ({ telemetry = null }) => setSends(telemetry),
      (error: unknown) => {
        if (!signal.aborted) setSends(null);
        if (!(error instanceof Problem)) reportError(error);
      },
    );
    return () => leaving.abort();
  }, [client]);
  return sends;
}

/** The data that leave this installation, with its current settings. */
export function WhatLeaves() {
  const sends = useTelemetry();
  if (sends === undefined) return null;
  if (sends === null)
    return (
      <p>
        Whether page views or error reports leave this installation is a setting of its server. With a network, this
        page says which do.
      </p>
    );
  return (
    <>
      <p>
        {sends.pageViews
          ? "Page views leave this installation: for each page that you open, its kind, such as “Lead”, the time and the version of the app, without who you are or which lead it is."
          : "No page views leave this installation."}
      </p>
      <p>
        {sends.errorReports
          ? "Error reports leave this installation: when the app or the server fails, the kind of error, where in the program it happened, the kind of page, the time and the version, without names, addresses or what was entered."
          : "No error reports leave this installation."}
      </p>
    </>
  );
}
