import { Button } from "@mantine/core";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { Problem } from "@ridgebook/contract";
import { CONTENT_ID } from "#app/shell/content-id.ts";
import { useEffect } from "react";
import classes from "#app/shell/page-failure.module.css";

/** Replaces a page that could not be shown. Unsent changes on the device are not affected. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => {
    if (!(error instanceof Problem)) reportError(error);
  }, [error]);
  const tryAgain = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <main id={CONTENT_ID} tabIndex={-1} className={classes.page}>
      <h1 className="rb-title">This page could not be shown</h1>
      <p>
        {error instanceof Problem
          ? error.message
          : "A part of the app did not load, or did not work. What you entered is kept on this device."}
      </p>
      <div className={classes.actions}>
        <Button onClick={tryAgain}>Try again</Button>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Reload the app
        </Button>
      </div>
    </main>
  );
}
