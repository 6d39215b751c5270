/** Where a page view goes: the route's title and the full address (1.§2 Global shell). */
export type PageViewSink = (view: { title: string; url: string }) => void;

/** Reports every page that was opened to one sink; there is one in production only, and what it sends is the operator's choice. */
export class PageViews {
  readonly #sink: PageViewSink | undefined;

  constructor(sink?: PageViewSink) {
    this.#sink = sink;
  }

  report({ title, url }: { title: string; url: string }): void {
    this.#sink?.({ title, url });
  }
}
