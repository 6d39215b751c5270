import { useEffect, useSyncExternalStore } from "react";

/** The place of a page, for the top bar: whose estimate, which address, and the link back to its overview. */
interface PagePlace {
  readonly title: string;
  readonly text: string;
  /** Address inside the app. */
  readonly path: string;
  /** The target of "back" from here: one level up. */
  readonly upPath: string;
}

/** A value that the shown page sets and the frame around it reads. */
class Said<Value> {
  #value: Value | undefined;
  readonly #listeners = new Set<() => void>();

  readonly read = (): Value | undefined => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  say(value: Value | undefined): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}

const place = new Said<PagePlace>();
/** The title of a page whose route does not know it: a step is named after its section. */
export const pageTitleSaid = new Said<string>();

/** Shows in the top bar where the page is, while it is open. */
export function usePagePlace({ title, text, path, upPath }: PagePlace): void {
  useEffect(() => {
    place.say({ title, text, path, upPath });
    return () => place.say(undefined);
  }, [title, text, path, upPath]);
}

export const useShownPlace = (): PagePlace | undefined => useSyncExternalStore(place.subscribe, place.read);

/** Sets this title, in the window's title and on a phone's top bar, instead of its route's. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitleSaid.say(title);
    return () => pageTitleSaid.say(undefined);
  }, [title]);
}

export const useSaidTitle = (): string | undefined => useSyncExternalStore(pageTitleSaid.subscribe, pageTitleSaid.read);
