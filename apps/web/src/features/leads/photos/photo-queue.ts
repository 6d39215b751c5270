/** The progress of a lead's chosen photos. */
export interface PhotoProgress {
  /** The one being stored, from 1. */
  readonly number: number;
  readonly count: number;
}

export const progressText = ({ number, count }: PhotoProgress): string =>
  count === 1 ? "Adding a photo" : `Adding photo ${number} of ${count}`;

interface PhotoQueue {
  /** Queues `storeOne` for each file. Resolves when all are done; a failure is passed to `onFailure`. */
  add<Item>(
    leadId: number,
    items: readonly Item[],
    steps: { storeOne: (item: Item) => Promise<void>; onFailure: (item: Item, error: unknown) => Promise<void> },
  ): Promise<void>;
  /** Undefined if no photo of the lead is being added. The same object until it changes. */
  progressOf(leadId: number): PhotoProgress | undefined;
  /** Called on each change; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/**
 * Adds photos of all leads one at a time: each is stored before the next is decoded, so that a page closed in between has stored every
 * photo that it shows and no partial one.
 */
export function createPhotoQueue(): PhotoQueue {
  const progress = new Map<number, PhotoProgress>();
  const listeners = new Set<() => void>();
  let last: Promise<void> = Promise.resolve();

  const change = (leadId: number, next: PhotoProgress | undefined): void => {
    if (next) progress.set(leadId, next);
    else progress.delete(leadId);
    for (const listener of listeners) listener();
  };

  const finishOne = (leadId: number): void => {
    const now = progress.get(leadId);
    if (!now) return;
    change(leadId, now.number < now.count ? { ...now, number: now.number + 1 } : undefined);
  };

  return {
    add: async (leadId, items, { storeOne, onFailure }) => {
      if (items.length === 0) return;
      const now = progress.get(leadId) ?? { number: 1, count: 0 };
      change(leadId, { ...now, count: now.count + items.length });
      for (const item of items)
        last = last
          .then(() => storeOne(item))
          .catch((error: unknown) => onFailure(item, error))
          .catch(() => undefined)
          .finally(() => finishOne(leadId));
      await last;
    },
    progressOf: (leadId) => progress.get(leadId),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
