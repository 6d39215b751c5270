import { HOVER_SEARCH_MIN, Problem, type HoverJob } from "@ridgebook/contract";
import { useRef, useState } from "react";
import { useClient } from "#server-client/client-context.tsx";
import { providerProblemText } from "#server-client/provider-failure.ts";
import { useSession } from "#server-client/session-context.tsx";

/** Our server tries Hover twice. */
const TIMEOUT_MS = 90_000;

interface JobSearch {
  /** The results so far; undefined before the first response. */
  readonly jobs: readonly HoverJob[] | undefined;
  /** The text that `jobs` were found for. */
  readonly found: string;
  readonly hasMore: boolean;
  readonly isSearching: boolean;
  /** Why it failed, or cannot start. */
  readonly message: string | undefined;
  readonly search: (text: string) => Promise<void>;
  readonly searchMore: () => Promise<void>;
}

interface Found {
  readonly text: string;
  readonly jobs: readonly HoverJob[];
  readonly nextPage: number | null;
}

/** Searches Hover's jobs page by page. A new search replaces a running one. */
export function useJobSearch(): JobSearch {
  const client = useClient();
  const { reportFailure } = useSession();
  const [found, setFound] = useState<Found>();
  const [isSearching, setIsSearching] = useState(false);
  const [message, setMessage] = useState<string>();
  const latest = useRef<AbortController>(undefined);

  const ask = async (text: string, { page, before }: { page: number; before: readonly HoverJob[] }): Promise<void> => {
    latest.current?.abort();
    const asking = new AbortController();
    latest.current = asking;
    setIsSearching(true);
    setMessage(undefined);
    try {
      const { signal } = asking;
      const options = { signal, timeoutMs: TIMEOUT_MS };
      const reply = await client.call("searchHoverJobs", { body: { address: text, page } }, options);
      if (latest.current !== asking) return;
      // A captive portal may reply anything with 200.
      if (!Array.isArray((reply as Partial<typeof reply> | null)?.results)) throw new Problem("unavailable");
      const known = new Set(before.map(({ id }) => id));
      // Jobs move between pages while others are added.
      const jobs = [...before, ...reply.results.filter(({ id }) => !known.has(id))];
      setFound({ text, jobs, nextPage: reply.nextPage });
    } catch (error) {
      if (latest.current !== asking) return;
      const text = error instanceof Problem ? (providerProblemText(error, "Hover") ?? error.message) : undefined;
      setMessage(text);
      if (!(error instanceof Problem) || error.status === 401) await reportFailure(error);
    } finally {
      if (latest.current === asking) setIsSearching(false);
    }
  };

  return {
    jobs: found?.jobs,
    found: found?.text ?? "",
    hasMore: typeof found?.nextPage === "number",
    isSearching,
    message,
    search: async (given) => {
      const text = given.trim();
      if (text.length < HOVER_SEARCH_MIN) {
        setMessage(`Enter at least ${String(HOVER_SEARCH_MIN)} characters.`);
        return;
      }
      await ask(text, { page: 1, before: [] });
    },
    searchMore: async () => {
      if (typeof found?.nextPage === "number") await ask(found.text, { page: found.nextPage, before: found.jobs });
    },
  };
}
