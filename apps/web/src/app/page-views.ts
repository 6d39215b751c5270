/** Where a page view goes: the route's title and the full address (1.§2 Global shell). */
type PageViewSink = (view: { title: string; url: string }) => void;

/**
 * Reports every page that was opened to one sink. There is none unless an installation puts one in: the app tells
 * nobody what people look at.
 */
export class PageViews {
  readonly #sink: PageViewSink | undefined;

  constructor(sink?: PageViewSink) {
    this.#sink = sink;
  }

  report({ title, url }: { title: string; url: string }): void {
    this.#sink?.({ title, url });
  }
}
