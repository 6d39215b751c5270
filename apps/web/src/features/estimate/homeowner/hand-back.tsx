import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import classes from "#features/estimate/homeowner/homeowner-page.module.css";

/** How long the question stands before it goes away by itself. */
const ASKS_FOR_MS = 8_000;

/**
 * The way out: two presses at different places, so that nobody who only looks ends up among costs. Both are buttons and work with
 * the keyboard; Escape takes the question back. The browser's way back, a swipe on many tablets, only asks the same question.
 */
export function HandBack({ onLeave }: { onLeave: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const stay = useRef<HTMLButtonElement>(null);
  /** Both presses are made: nothing holds the page any more. */
  const isLeaving = useRef(false);
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // The same view under another address, such as the id that the server gave the estimate, is no way out.
      if (isLeaving.current || next.routeId === current.routeId) return false;
      setIsAsking(true);
      return true;
    },
    enableBeforeUnload: false,
  });
  useEffect(() => {
    if (!isAsking) return undefined;
    stay.current?.focus();
    const takeBack = (): void => setIsAsking(false);
    const handleKey = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") takeBack();
    };
    const timer = setTimeout(takeBack, ASKS_FOR_MS);
    document.addEventListener("keydown", handleKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", handleKey);
    };
  }, [isAsking]);
  if (!isAsking)
    return (
      <Button
        variant="secondary"
        leftSection={<IconLock size={18} stroke={1.75} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Done
      </Button>
    );
  return (
    <div className={classes.handBack} role="group" aria-label="Hand the tablet back">
      <p className={classes.handBackText}>Please hand the tablet back.</p>
      <Button ref={stay} variant="tertiary" onClick={() => setIsAsking(false)}>
        Keep looking
      </Button>
      <Button
        variant="secondary"
        onClick={() => {
          isLeaving.current = true;
          onLeave();
        }}
      >
        Leave this view
      </Button>
    </div>
  );
}
