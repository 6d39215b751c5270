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

/** How long nobody uses the question before it goes away by itself; with a PIN that somebody has to remember, longer. */
const ASKS_FOR_MS = { press: 8_000, pin: 60_000 };

/**
 * The way out: two presses at different places, so that nobody who only looks ends up among costs, or the person's PIN where one is set on
 * this device. All of it works with the keyboard; Escape takes the question back. The browser's way back, a swipe on many tablets, only
 * asks the same question, and with a PIN the router leads every other address back here.
 */
export function HandBack({
  onLeave,
}: {
  /** `isReturned`: the view was opened again while it was locked, so the step before it in the history is the view itself. */
  onLeave: (how: { isReturned: boolean }) => void;
}) {
  const { owner, hasLock, isReturned } = useLock();
  const [isAsking, setIsAsking] = useState(false);
  /** What has to be done is done: nothing holds the page any more. */
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
    <div ref={question} className={classes.handBack} role="group" aria-label="Hand the tablet back">
      <p className={classes.handBackText}>Please hand the tablet back.</p>
      {hasLock ? (
        <PinQuestion owner={owner} isChecking={isChecking} onChecking={setIsChecking} onRight={leave} onStay={stay} />
      ) : (
        <Presses onLeave={leave} onStay={stay} />
      )}
    </div>
  );
}

/** The focus is on staying: Enter out of habit does not leave. */
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

/** Locks the view for as long as it is open, where the person has a PIN on this device. */
function useLock(): { owner: string; hasLock: boolean; isReturned: boolean } {
  const { user } = useSession();
  const href = useLocation({ select: (location) => location.href });
  const owner = pinOwner(user ?? NOBODY);
  const [{ hasLock, isReturned }] = useState(() => ({
    hasLock: hasPin(keptTexts, owner),
    isReturned: lockedView(keptTexts, owner) !== undefined,
  }));
  useEffect(() => {
    // While it is left, the page is drawn once more at the address that comes next.
    if (hasLock && idInHomeownerAddress(href) !== undefined) lockView(keptTexts, { owner, href });
  }, [hasLock, owner, href]);
  return { owner, hasLock, isReturned };
}

/** Takes the question back when nobody uses it for a while (never while it is held), and with Escape. */
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

/** The button that gets the focus back from a question that is gone, unless somebody uses another part of the page. */
function useFocusAfter(isAsking: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    if (wasAsking.current && !isAsking && isFocusFree()) button.current?.focus({ preventScroll: true });
    wasAsking.current = isAsking;
  }, [isAsking]);
  return button;
}
