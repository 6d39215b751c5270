/** A sink for page views: the route's title and the full address (1.§2 Global shell). */
export type PageViewSink = (view: { title: string; url: string }) => void;

/** Reports every opened page to one sink; in production only, and the operator decides what it sends. */
export class PageViews {
  readonly #sink: PageViewSink | undefined;

  constructor(sink?: PageViewSink) {
    this.#sink = sink;
  }

  report({ title, url }: { title: string; url: string }): void {
    this.#sink?.({ title, url });
  }
}
