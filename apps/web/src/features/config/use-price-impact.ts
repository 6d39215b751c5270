import type {
  EstimateImpact,
  IntendedPriceChange,
  PriceImpact,
  PriceImpactQuestion,
  SampleHouseImpact,
} from "@ridgebook/contract";
import { useEffect, useState } from "react";
import { useClient } from "#server-client/client-context.tsx";

/** The server prices as many as fit in a call; a slow one may be busy with other calls. */
const TIMEOUT_MS = 60_000;

export interface ShownImpact {
  /** The estimates priced so far. */
  readonly estimates: readonly EstimateImpact[];
  /** Undefined until the first answer. */
  readonly openCount: number | undefined;
  /** Empty until the first answer, and for an older server. */
  readonly sampleHouses: readonly SampleHouseImpact[];
  readonly startedFrom: number;
  readonly isComplete: boolean;
  readonly failure: string | undefined;
  readonly retry: () => void;
}

type Progress = Omit<ShownImpact, "retry">;
const NOTHING: Progress = {
  estimates: [],
  openCount: undefined,
  sampleHouses: [],
  startedFrom: 0,
  isComplete: false,
  failure: undefined,
};

/**
 * The effect of a price change on open estimates, in parts until all are priced. It starts over with another change, and when another user publishes
 * meanwhile.
 */
export function usePriceImpact(change: IntendedPriceChange): ShownImpact {
  const client = useClient();
  const [attempt, setAttempt] = useState(0);
  const question = JSON.stringify(change);
  const [shown, setShown] = useState<{ question: string; progress: Progress }>({ question, progress: NOTHING });

  useEffect(() => {
    const stop = new AbortController();
    const show = (progress: Progress): void => {
      if (!stop.signal.aborted) setShown({ question, progress });
    };
    const ask = async (): Promise<void> => {
      let progress = NOTHING;
      show(progress);
      try {
        for (let after: number | null = 0; after !== null && !stop.signal.aborted;) {
          const body: PriceImpactQuestion = { change: JSON.parse(question) as IntendedPriceChange, after };
          const answer: PriceImpact = await client.call(
            "previewPriceImpact",
            { body },
            { signal: stop.signal, timeoutMs: TIMEOUT_MS },
          );
          if (after > 0 && answer.startedFrom !== progress.startedFrom) {
            after = 0;
            progress = NOTHING;
            continue;
          }
          progress = {
            estimates: [...progress.estimates, ...answer.estimates],
            openCount: answer.openCount,
            sampleHouses: answer.sampleHouses ?? progress.sampleHouses,
            startedFrom: answer.startedFrom,
            isComplete: answer.next === null,
            failure: undefined,
          };
          show(progress);
          after = answer.next;
        }
      } catch (error) {
        show({ ...progress, failure: error instanceof Error ? error.message : String(error) });
      }
    };
    void ask();
    return () => stop.abort();
  }, [client, question, attempt]);

  const retry = (): void => setAttempt((before) => before + 1);
  // Until the effect has run, the shown result belongs to the former question.
  return { ...(shown.question === question ? shown.progress : NOTHING), retry };
}
