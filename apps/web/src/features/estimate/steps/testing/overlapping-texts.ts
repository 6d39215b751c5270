/**
 * Runs in the page: returns pairs of overlapping texts and inputs, as `"Add counter flashing" on "Total cost"`.
 *
 * Measures each line of a text, clipped by its ancestors. Sticky bars and headers overlap what scrolls below them, and are compared
 * separately.
 */
export async function findOverlappingTexts(): Promise<string[]> {
  /** Glyphs of a line may extend into the next line's box. */
  const SLACK_PX = 2;

  // Resize observers render in the next frame, and their effects in the one after.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

  interface Drawn {
    readonly node: Node;
    readonly text: string;
    /** The sticky ancestor. */
    readonly layer: Element | null;
    readonly box: { left: number; top: number; right: number; bottom: number };
  }
  const within = (one: Drawn["box"], other: Drawn["box"]): Drawn["box"] => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  });
  type Surroundings = Pick<Drawn, "box" | "layer">;
  const known = new Map<Element, Surroundings>();
  /** The clipping area of an element's ancestors, and the sticky one. */
  const around = (element: Element | null): Surroundings => {
    if (!element) return { layer: null, box: { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity } };
    const found = known.get(element);
    if (found) return found;
    const { overflowX, overflowY, position } = getComputedStyle(element);
    const outside = around(element.parentElement);
    const isClipping = overflowX !== "visible" || overflowY !== "visible";
    const own = {
      layer: position === "sticky" || position === "fixed" ? element : outside.layer,
      box: isClipping ? within(element.getBoundingClientRect(), outside.box) : outside.box,
    };
    known.set(element, own);
    return own;
  };
  const draw = (node: Node, text: string, rect: DOMRect, parent: Element | null): void => {
    const { layer, box } = around(parent);
    drawn.push({ node, text, layer, box: within(rect, box) });
  };
  const isSeen = ({ box }: Drawn): boolean =>
    box.right - box.left > SLACK_PX && box.bottom - box.top > SLACK_PX && box.right > 0;
  // Content that is not laid out until it is scrolled to has no position yet.
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  /** A field's text leaves room for its unit. */
  const OUTSIDE = "option, script, style, [data-position]";

  const drawn: Drawn[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (!parent || text === "" || !isShown(parent) || parent.closest(OUTSIDE)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) draw(node, text, rect, parent);
  }
  for (const entry of document.querySelectorAll("input:not([type=radio], [type=checkbox]), select, textarea"))
    if (isShown(entry))
      draw(
        entry,
        entry.getAttribute("aria-label") ?? entry.tagName,
        entry.getBoundingClientRect(),
        entry.parentElement,
      );

  const seen = drawn.filter(isSeen).toSorted((one, other) => one.box.top - other.box.top);
  const found = new Set<string>();
  for (const [index, one] of seen.entries())
    for (const other of seen.slice(index + 1)) {
      if (other.box.top >= one.box.bottom - SLACK_PX) break;
      if (
        one.layer !== other.layer ||
        one.node === other.node ||
        one.node.contains(other.node) ||
        other.node.contains(one.node)
      )
        continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (across > SLACK_PX && down > SLACK_PX) found.add(`"${one.text}" on "${other.text}"`);
    }
  return [...found];
}
