import type { Page } from "playwright-core";

/** The main controls of a page. */
const MAIN_ACTIONS = "button:is([data-variant=primary], [type=submit]), a[data-variant=primary]";
const CONTROLS = "a[href], button, input, select, textarea, summary, [role=switch], [role=radio]";
/** The size of a finger, in pixels. */
const LEAST = 44;

/** Main actions that are smaller than a finger. For all other controls of a page that is also used at a desk, axe checks for 24 px and spacing. */
export const findSmallMainActions = (page: Page): Promise<string[]> =>
  findSmaller(page, { least: LEAST, selector: MAIN_ACTIONS });

/** Controls that are smaller than a finger, on a page that is used in the hand. */
export const findTooSmall = (page: Page): Promise<string[]> => findSmaller(page, { least: LEAST, selector: CONTROLS });

/**
 * Runs in the page: controls that are smaller than a finger. A label is the target of its field, and the area around a control counts as far as a press
 * there reaches it. Links inside a sentence are excepted (WCAG 2.5.8), and so is everything behind an open dialog.
 */
const findSmaller = (page: Page, sought: { least: number; selector: string }): Promise<string[]> =>
  page.evaluate(({ least, selector }) => {
    const modal = document.querySelector("dialog:modal, [popover]:popover-open");
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && !element.closest("[inert]");
    const reaches = (element: Element, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      if (!hit) return false;
      const label = hit.closest("label");
      return element.contains(hit) || (label !== null && (label.contains(element) || label.control === element));
    };
    const reach = (element: Element, x: number, y: number, dx: number, dy: number): number => {
      let size = 0;
      for (const sign of [-1, 1])
        for (let away = 0.5; away < least; away += 1) {
          if (!reaches(element, x + sign * away * dx, y + sign * away * dy)) break;
          size += 1;
        }
      return size;
    };
    const found: string[] = [];
    for (const element of (modal ?? document).querySelectorAll(selector)) {
      if (!isShown(element) || element.closest("p a, .rb-visually-hidden a") === element) continue;
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      // A row opens its link wherever it is pressed (TOUCH-01).
      const row = element.matches("[data-row-link]") ? element.closest("tr, li") : null;
      const target = row ?? labels.find((label) => label.contains(element)) ?? element;
      let box = target.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || (getComputedStyle(target).position === "absolute" && box.width <= 1))
        continue;
      if (Math.round(box.width) >= least && Math.round(box.height) >= least) continue;
      target.scrollIntoView({ block: "center", inline: "center" });
      box = target.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const width = Math.max(box.width, reach(element, x, y, 1, 0));
      const height = Math.max(box.height, reach(element, x, y, 0, 1));
      if (Math.round(width) < least || Math.round(height) < least)
        found.push(
          `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent.slice(0, 40)} ${element.id}: ${width.toFixed(1)} x ${height.toFixed(1)}`,
        );
    }
    window.scrollTo(0, 0);
    return found;
  }, sought);
