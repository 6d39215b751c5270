import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import { ROW_LINK } from "#ui/link-row.ts";

/** The link of a lead's row. The router's `Link` would rerender each row with each new address, so with each search key. */
export function LeadLink({ id, className, children }: { id: number; className: string; children: ReactNode }) {
  const router = useRouter();
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to: "/estimator/leads/$id/details", params: { id: String(id) } });
  };
  return (
    <a href={`/estimator/leads/${id}/details`} className={className} onClick={follow} {...ROW_LINK}>
      {children}
    </a>
  );
}
