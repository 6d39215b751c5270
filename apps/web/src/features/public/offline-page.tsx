import { Button } from "@mantine/core";
import { isCompanyUser } from "@ridgebook/contract";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import classes from "#features/public/public-page.module.css";
import { useSession } from "#server-client/session-context.tsx";

/** Replaces pages that need the server, and continues to the requested one when the network is back. */
export function OfflinePage() {
  const { user, isOnline } = useSession();
  const { referrer } = useSearch({ from: "/framed/offline" });
  const { history } = useRouter();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (!isOnline) wasOffline.current = true;
    // Only the network's return continues automatically: opened by hand, the page stays.
    else if (wasOffline.current && referrer !== undefined) history.replace(referrer);
  }, [isOnline, referrer, history]);

  const canWork = isCompanyUser(user);
  return (
    <article className={classes.page}>
      <h1 className="rb-title">{isOnline ? "You are online" : "No signal here"}</h1>
      {isOnline ? (
        <p>The network is back. You can continue.</p>
      ) : (
        <>
          <p>This page needs the server. It opens when the signal is back.</p>
          {canWork ? (
            <p>
              Leads work without it: look them up, add new ones, change them. Everything is kept on this device and sent
              later.
            </p>
          ) : (
            <p>To log in, the device has to reach the server once.</p>
          )}
        </>
      )}
      <div className={classes.actions}>
        {isOnline && <Button onClick={() => history.replace(referrer ?? "/")}>Continue</Button>}
        {!isOnline && canWork && (
          <Button component={Link} to="/estimator/leads">
            Go to the leads
          </Button>
        )}
      </div>
    </article>
  );
}
