import { useEffect, useRef, useState, type ReactNode } from "react";
import classes from "#features/documents/paper/document-paper.module.css";

/** A table in its width. If it scrolls, as on a phone, it is focusable for the keyboard. */
export function TableFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isScrolling, setIsScrolling] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setIsScrolling(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      className={classes.tableFrame}
      {...(isScrolling && { tabIndex: 0, role: "group", "aria-label": "Table, scrolls sideways" })}
    >
      {children}
    </div>
  );
}
