import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useBlocker, useLocation } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import classes from "#features/estimate/homeowner/homeowner-page.module.css";
import { idInHomeownerAddress } from "#features/estimate/homeowner/homeowner-address.ts";
import { PinQuestion } from "#features/estimate/homeowner/pin-question.tsx";
import { whenQuiet } from "#features/estimate/homeowner/when-quiet.ts";
import { useSession } from "#server-client/session-context.tsx";
import { isFocusFree } from "#ui/is-focus-free.ts";
import { keptTexts } from "#ui/kept-texts.ts";
import { hasPin } from "#ui/pin-lock/pin.ts";
import { lockedView, lockView, pinOwner, unlockView } from "#ui/pin-lock/view-lock.ts";

/** How long the unused question stays open; longer if it asks for a PIN. */
const ASKS_FOR_MS = { press: 8_000, pin: 60_000 };

/**
 * The way out of the homeowner's view: two presses in different places, so that the homeowner does not get to the costs by accident, or the person's PIN
 * if one is set on this device. It works with the keyboard, and Escape closes the question. The browser's back button (a swipe on many
 * tablets) asks the same question; with a PIN, the router redirects all other addresses here.
 */
export function HandBack({
  onLeave,
}: {
  /** `isReturned`: the view was reopened while locked, so the previous history entry is the view itself. */
  onLeave: (how: { isReturned: boolean }) => void;
}) {
  const { owner, hasLock, isReturned } = useLock();
  const [isAsking, setIsAsking] = useState(false);
  /** Leaving is confirmed, so nothing blocks it. */
  const isLeaving = useRef(false);
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // The same view under another address (the estimate got its server id) does not leave it.
      if (isLeaving.current || next.routeId === current.routeId) return false;
      setIsAsking(true);
      return true;
    },
    enableBeforeUnload: false,
  });
  const stay = (): void => setIsAsking(false);
  const [isChecking, setIsChecking] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  useTakenBack(question, {
    isAsking,
    isHeld: isChecking,
    after: hasLock ? ASKS_FOR_MS.pin : ASKS_FOR_MS.press,
    takeBack: stay,
  });
  const done = useFocusAfter(isAsking);
  const leave = (): void => {
    isLeaving.current = true;
    unlockView(keptTexts);
    onLeave({ isReturned });
  };
  if (!isAsking)
    return (
      <Button
        ref={done}
        variant="secondary"
        leftSection={<IconLock size={18} stroke={1.75} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Done
      </Button>
    );
  return (
    <div ref={question} className={`rb-row ${classes.handBack}`} role="group" aria-label="Hand the tablet back">
      <p className={classes.handBackText}>Please hand the tablet back.</p>
      {hasLock ? (
        <PinQuestion owner={owner} isChecking={isChecking} onChecking={setIsChecking} onRight={leave} onStay={stay} />
      ) : (
        <Presses onLeave={leave} onStay={stay} />
      )}
    </div>
  );
}

/** The focus is on staying, so that pressing Enter does not leave. */
function Presses({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => stay.current?.focus(), []);
  return (
    <>
      <Button ref={stay} variant="tertiary" onClick={onStay}>
        Keep looking
      </Button>
      <Button variant="secondary" onClick={onLeave}>
        Leave this view
      </Button>
    </>
  );
}

const NOBODY = { id: 0, companyId: null };

/** Locks the view while it is open, if the person has a PIN on this device. */
function useLock(): { owner: string; hasLock: boolean; isReturned: boolean } {
  const { user } = useSession();
  const href = useLocation({ select: (location) => location.href });
  const owner = pinOwner(user ?? NOBODY);
  const [{ hasLock, isReturned }] = useState(() => ({
    hasLock: hasPin(keptTexts, owner),
    isReturned: lockedView(keptTexts, owner) !== undefined,
  }));
  useEffect(() => {
    // On leaving, the page renders again with the next address.
    if (hasLock && idInHomeownerAddress(href) !== undefined) lockView(keptTexts, { owner, href });
  }, [hasLock, owner, href]);
  return { owner, hasLock, isReturned };
}

/** Closes the unused question after a while (unless it is held), and on Escape. */
function useTakenBack(
  question: RefObject<HTMLElement | null>,
  { isAsking, isHeld, after, takeBack }: { isAsking: boolean; isHeld: boolean; after: number; takeBack: () => void },
): void {
  const latest = useRef(takeBack);
  useEffect(() => {
    latest.current = takeBack;
  });
  useEffect(() => {
    if (!isAsking) return undefined;
    const handleKey = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") latest.current();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [isAsking]);
  useEffect(() => {
    const part = question.current;
    if (!isAsking || isHeld || !part) return undefined;
    return whenQuiet(part, { after, call: () => latest.current() });
  }, [isAsking, isHeld, after, question]);
}

/** The button that is focused after the question closes, unless the focus is elsewhere. */
function useFocusAfter(isAsking: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    if (wasAsking.current && !isAsking && isFocusFree()) button.current?.focus({ preventScroll: true });
    wasAsking.current = isAsking;
  }, [isAsking]);
  return button;
}
