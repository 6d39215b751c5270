import type { Point } from "./browser.ts";

/* Runs in the page, in every engine. */

export type Role =
  | "alertdialog"
  | "article"
  | "button"
  | "checkbox"
  | "dialog"
  | "field"
  | "group"
  | "heading"
  | "label"
  | "link"
  | "listitem"
  | "navigation"
  | "pad"
  | "radio"
  | "region"
  | "row";

/** A control as one person would describe it to another: its kind and its text. */
export interface Target {
  /** "field" is anything that text, a number or a choice is entered into. */
  readonly role: Role;
  /** The whole accessible name; with `matches` a regular expression instead. */
  readonly name?: string;
  readonly matches?: string;
  /** A text that it contains. */
  readonly contains?: string;
  /** Only inside of this. */
  readonly within?: Target;
}

export interface Question {
  /** A control, or all covered ones. */
  readonly find: Target | "covered";
  /** Whether the control will be pressed: scrolls to it, and waits until it stays in one place. */
  readonly press?: boolean;
  /** Chooses an option of the found list, as soon as it can be reached. */
  readonly choose?: string;
}

export interface Found {
  readonly count: number;
  /** The middle of the first one; null unless it was found to press and can be pressed. */
  readonly at: Point | null;
  /** Why it cannot be pressed, or chosen from. */
  readonly problem: string | null;
  /** "INPUT", "SELECT" … */
  readonly tag: string;
  /** Its value, or its text. */
  readonly text: string;
  readonly isChecked: boolean;
  /** Whether the option is chosen now. */
  readonly isChosen: boolean;
  /** Descriptions of the covered controls. */
  readonly covered: readonly string[];
}

/**
 * Finds a control and the point to press it at, or all controls that are covered by something else: the topmost element at the
 * middle of a control has to belong to it.
 */
export async function lookInPage({ find, press = false, choose }: Question): Promise<Found> {
  const STILL_FRAMES = 3;
  const SELECTORS: Readonly<Record<Role, string>> = {
    alertdialog: "[role=alertdialog]",
    article: "article, [role=article]",
    button: "button, [role=button], summary",
    checkbox: "input[type=checkbox], [role=checkbox], [role=switch]",
    dialog: "dialog[open], [role=dialog], [role=alertdialog]",
    field:
      "input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), select, textarea, [contenteditable=true]",
    group: "fieldset, [role=group]",
    heading: "h1, h2, h3, h4, [role=heading]",
    label: "label",
    link: "a[href], [role=link]",
    listitem: "li, [role=listitem]",
    navigation: "nav, [role=navigation]",
    // An element to draw on has no role.
    pad: "canvas",
    radio: "input[type=radio], [role=radio]",
    region: "section, [role=region]",
    row: "tr, [role=row]",
  };
  const CONTROLS = [SELECTORS.button, SELECTORS.checkbox, SELECTORS.field, SELECTORS.link, SELECTORS.radio].join();

  const clean = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
  const textOf = (node: Node, without?: Element): string => {
    if (node === without) return "";
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node.ariaHidden === "true") return "";
    const own = node.getAttribute("aria-label") ?? node.getAttribute("alt");
    if (own !== null) return own;
    const text = [...node.childNodes].map((child) => textOf(child, without)).join("");
    return getComputedStyle(node).display.startsWith("inline") ? text : ` ${text} `;
  };
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute("aria-labelledby");
    if (ids !== null)
      return clean(
        ids
          .split(" ")
          .map((id) => textOf(document.getElementById(id) ?? new Text()))
          .join(" "),
      );
    const label = element.getAttribute("aria-label");
    if (label !== null) return clean(label);
    const labels = "labels" in element ? [...((element.labels ?? []) as NodeListOf<HTMLLabelElement>)] : [];
    if (labels.length > 0) return clean(labels.map((each) => textOf(each, element)).join(" "));
    return clean(textOf(element)) || clean(element.getAttribute("title") ?? "");
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest("[inert]") === null;
  const describe = (element: Element): string => `${element.tagName.toLowerCase()} "${nameOf(element).slice(0, 60)}"`;

  /** The press target of a control: its label if the box itself is invisible. */
  const pressedFor = (element: Element): Element => {
    if (!(element instanceof HTMLInputElement)) return element;
    const { width, height } = element.getBoundingClientRect();
    const isDrawn = width > 1 && height > 1 && getComputedStyle(element).opacity !== "0";
    return isDrawn ? element : ([...(element.labels ?? [])].find(isShown) ?? element);
  };
  const belongs = (hit: Element, element: Element): boolean => {
    const label = hit.closest("label");
    return element.contains(hit) || (label !== null && (label.control === element || label.contains(element)));
  };
  /** The middle of a wrapped link is outside of its text: use the first line. */
  const middleOf = (element: Element): Point & { readonly isEmpty: boolean } => {
    const box = element.getClientRects()[0] ?? new DOMRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, isEmpty: box.width <= 1 || box.height <= 1 };
  };
  const isInside = ({ x, y }: Point): boolean => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const coverOf = (element: Element, at: Point): string | null => {
    const hit = document.elementFromPoint(at.x, at.y);
    if (hit !== null && belongs(hit, element)) return null;
    // A notice covers the page until it closes; a press in the walk still waits for that.
    if (find === "covered" && hit?.closest('div:has(> button[aria-label="Close message"])')) return null;
    return hit === null ? "nothing is there" : `covered by ${describe(hit.closest(CONTROLS) ?? hit)}`;
  };
  const scrollTo = (element: Element): void =>
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });

  const nothing: Found = {
    count: 0,
    at: null,
    problem: null,
    tag: "",
    text: "",
    isChecked: false,
    isChosen: false,
    covered: [],
  };

  if (find === "covered") {
    const covered: string[] = [];
    const [left, top] = [scrollX, scrollY];
    // A panel or a dialog covers controls on purpose.
    const onTop = [...document.querySelectorAll(`${SELECTORS.dialog}, [popover]:popover-open`)].findLast(isShown);
    for (const element of (onTop ?? document).querySelectorAll(CONTROLS)) {
      const pressed = pressedFor(element);
      if (!isShown(element) || middleOf(pressed).isEmpty) continue;
      let at = middleOf(pressed);
      if (!isInside(at) || coverOf(element, at) !== null) {
        scrollTo(pressed);
        at = middleOf(pressed);
      }
      // What cannot be scrolled to appears on focus, like a skip link.
      if (!isInside(at)) continue;
      const cover = coverOf(element, at);
      if (cover !== null) covered.push(`${describe(element)}: ${cover}`);
    }
    scroll({ left, top, behavior: "instant" });
    return { ...nothing, covered };
  }

  const search = ({ role, name, matches, contains, within }: Target): Element[] => {
    const roots = within ? search(within) : [document];
    const pattern = matches === undefined ? undefined : new RegExp(matches);
    return roots
      .flatMap((root) => [...root.querySelectorAll(SELECTORS[role])])
      .filter((element) => {
        if (!isShown(element)) return false;
        if (contains !== undefined && !clean(textOf(element)).includes(contains)) return false;
        if (name === undefined && pattern === undefined) return true;
        const own = nameOf(element);
        return pattern ? pattern.test(own) : own === name;
      });
  };
  const chooseIn = async (list: Element, label: string): Promise<boolean> => {
    if (!(list instanceof HTMLSelectElement)) return false;
    // Some lists load their options on focus.
    list.focus();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const option = [...list.options].find((each) => each.label === label);
    if (!option) return false;
    option.selected = true;
    list.dispatchEvent(new Event("input", { bubbles: true }));
    list.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  };
  const all = search(find);
  const [element] = all;
  if (!element) return { ...nothing, problem: "not there" };
  const pressed = pressedFor(element);
  /** The point to press at, or what is in the way. */
  const reach = async (): Promise<Pick<Found, "at" | "problem">> => {
    scrollTo(pressed);
    const before = middleOf(pressed);
    // A press on what is about to be drawn elsewhere, or again, is lost; so is a choice.
    for (let frame = 0; frame < STILL_FRAMES; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const at = middleOf(pressed);
    if (element.matches(":disabled, [aria-disabled=true]")) return { at: null, problem: "disabled" };
    if (!pressed.isConnected || before.x !== at.x || before.y !== at.y) return { at: null, problem: "moving" };
    const problem = coverOf(element, at);
    return { at: problem === null ? { x: at.x, y: at.y } : null, problem };
  };
  const { at, problem } = press || choose !== undefined ? await reach() : nothing;
  return {
    count: all.length,
    at,
    problem,
    tag: element.tagName,
    text: "value" in element && typeof element.value === "string" ? element.value : clean(textOf(element)),
    isChecked: element instanceof HTMLInputElement && element.checked,
    isChosen: choose !== undefined && problem === null && (await chooseIn(element, choose)),
    covered: [],
  };
}
