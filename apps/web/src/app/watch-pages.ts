import type { Environment } from "@ridgebook/contract";
import { productNameOf, type AppStateStore } from "#app/app-state.ts";
import { pageTitle } from "#app/page-title.ts";
import type { PageViews } from "#app/page-views.ts";
import type { AppRouter } from "#app/router.ts";
import { CONTENT_ID } from "#app/shell/content-id.ts";
import { isFocusFree } from "#ui/is-focus-free.ts";
import { pageTitleSaid } from "#ui/page-place.ts";

/** Runs for every shown page: its title, a page view, and the keyboard's focus. `onFirstPage` is called once, when the first page is visible. */
export function watchPages({
  router,
  state,
  pageViews,
  environment,
  onFirstPage,
}: {
  router: AppRouter;
  state: AppStateStore;
  pageViews: PageViews;
  environment: Environment;
  onFirstPage: () => void;
}): void {
  const readTitle = (): string | undefined =>
    pageTitleSaid.read() ?? router.state.matches.findLast(({ staticData }) => staticData.title)?.staticData.title;
  const writeTitle = (): void => {
    const productName = productNameOf(state.getSnapshot());
    document.title = pageTitle({ routeTitle: readTitle(), productName, environment });
  };
  let isFirstPage = true;

  state.subscribe(writeTitle);
  pageTitleSaid.subscribe(writeTitle);
  router.subscribe("onRendered", ({ pathChanged }) => {
    writeTitle();
    if (isFirstPage || pathChanged) pageViews.report({ title: readTitle() ?? "", url: window.location.href });
    if (isFirstPage) {
      isFirstPage = false;
      onFirstPage();
    } else if (pathChanged) focusContent();
  });
}

/** Reading continues at the new page's content, unless the page has set the focus itself. */
function focusContent(): void {
  if (isFocusFree()) document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
}
