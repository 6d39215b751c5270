/** Less is not a keyboard: a scroll bar, or rounding. The bar of shortcuts above a hardware keyboard is some 55 px high. */
const LEAST_KEYBOARD_PX = 40;

const TYPED_INTO = "input, textarea, select, [contenteditable]";

/**
 * Sets `--rb-covered` on the root: how much of the page's bottom an on-screen keyboard covers. WebKit lays the keyboard over the page
 * (it knows no `interactive-widget`), where browsers that make the page smaller leave it at 0. Bars and heights of the layout follow
 * the variable, and the field in use is scrolled clear of the bar.
 */
export function followVisibleHeight({
  viewport = window.visualViewport,
  page = document,
  pageHeight = () => window.innerHeight,
}: {
  viewport?: VisualViewport | null;
  page?: Pick<Document, "documentElement" | "activeElement">;
  /** In px, the keyboard included. */
  pageHeight?: () => number;
} = {}): void {
  if (!viewport) return;
  let covered = 0;
  const update = (): void => {
    const { height, offsetTop, scale } = viewport;
    const below = Math.round(pageHeight() - offsetTop - height);
    // A zoomed page shows less of itself without any keyboard.
    const next = scale > 1.01 || below < LEAST_KEYBOARD_PX ? 0 : below;
    if (next === covered) return;
    const isRisen = covered === 0;
    covered = next;
    page.documentElement.style.setProperty("--rb-covered", `${covered}px`);
    if (isRisen && page.activeElement?.matches(TYPED_INTO)) page.activeElement.scrollIntoView({ block: "nearest" });
  };
  viewport.addEventListener("resize", update);
  viewport.addEventListener("scroll", update);
}
