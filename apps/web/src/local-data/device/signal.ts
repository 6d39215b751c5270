/** An event that listeners can be added to. */
export interface Signal<Args extends unknown[] = []> {
  send: (...args: Args) => void;
  /** The returned function stops listening. */
  listen: (listener: (...args: Args) => void) => () => void;
}

export function createSignal<Args extends unknown[] = []>(): Signal<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    send: (...args) => {
      for (const listener of [...listeners]) listener(...args);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
