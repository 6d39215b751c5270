import { useLocation, useRouter } from "@tanstack/react-router";
import { useCallback, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useIsWide } from "#ui/use-is-wide.ts";
import { WhyContext, type WhyQuestion } from "#features/estimate/why/why-context.ts";
import classes from "#features/estimate/why/why-host.module.css";
import { WhyPanel } from "#features/estimate/why/why-panel.tsx";

interface Asked {
  readonly question: WhyQuestion;
  /** Different for each question, even about the same number. */
  readonly number: number;
  /** The page of the question; other pages do not show it. */
  readonly pathname: string;
}

/**
 * Shows explanations for everything below: beside the page on wide screens, as a drawer on a tablet, as a sheet on a phone. Closing it,
 * also with Escape, returns the focus to the number.
 */
export function WhyHost({ children }: { children: ReactNode }) {
  const isWide = useIsWide();
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [asked, setAsked] = useState<Asked | null>(null);
  const opener = useRef<Element | null>(null);

  const ask = useCallback(
    (question: WhyQuestion) => {
      opener.current = document.activeElement;
      const { pathname: page } = router.state.location;
      setAsked((before) => ({ question, number: (before?.number ?? 0) + 1, pathname: page }));
    },
    [router],
  );
  const close = useCallback(() => {
    // A modal panel restores the focus itself when it is removed, so remove it first.
    flushSync(() => setAsked(null));
    const element = opener.current;
    if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
  }, []);

  if (asked && asked.pathname !== pathname) setAsked(null);
  return (
    <WhyContext value={ask}>
      <div className={classes.host} data-open={asked !== null && isWide ? "" : undefined}>
        {children}
      </div>
      {asked && (
        <WhyPanel
          key={`${String(asked.number)} ${isWide ? "beside" : "above"}`}
          question={asked.question}
          isBeside={isWide}
          onClose={close}
        />
      )}
    </WhyContext>
  );
}
