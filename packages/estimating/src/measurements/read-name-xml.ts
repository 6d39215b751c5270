import { roundTo } from "#rounding.ts";
import { readMeasuredNumber } from "./measured-number.ts";
import { tooMany, MAX_DEPTH, MAX_NUMBERS, whole, type ReadNames } from "./read-name-files.ts";
import type { NamedNumber } from "./read-names.ts";

/** The used part of the browser's `Element`, because the engine runs without a DOM. */
export interface XmlElement {
  readonly tagName: string;
  readonly textContent: string | null;
  readonly children: ArrayLike<XmlElement>;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
}

/** Our names for EagleView's line types. */
const LINE_NAMES: Readonly<Record<string, string>> = {
  EAVE: "Eaves",
  RAKE: "Rakes",
  RIDGE: "Ridges",
  HIP: "Hips",
  VALLEY: "Valleys",
  FLASHING: "Flashing",
  STEPFLASH: "Step flashing",
  STEPFLASHING: "Step flashing",
};

const childrenOf = (element: XmlElement): XmlElement[] => Array.from(element.children);
const nameOf = (element: XmlElement): string => element.tagName.toUpperCase();

/** All elements with a name, including the root. Iterative, because documents can be nested deeper than the stack. */
function findAll(root: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const open = [root];
  for (let element = open.pop(); element; element = open.pop()) {
    if (nameOf(element) === name) found.push(element);
    open.push(...childrenOf(element).reverse());
  }
  return found;
}

const attributeNumber = (element: XmlElement, name: string): number | undefined => {
  const { value } = readMeasuredNumber(element.getAttribute(name) ?? "", ".");
  return value;
};

/** Points are in feet, so a line's length is the distance between its ends. */
function lineLengths(roof: XmlElement, problems: string[]): Map<string, { sum: number; count: number }> {
  const points = new Map<string, number[]>();
  for (const point of findAll(roof, "POINT"))
    points.set(point.getAttribute("id") ?? "", (point.getAttribute("data") ?? "").split(",").map(Number));
  const lengths = new Map<string, { sum: number; count: number }>();
  for (const line of findAll(roof, "LINE")) {
    const type = (line.getAttribute("type") ?? "").toUpperCase();
    const name = LINE_NAMES[type];
    // Lines of parapets, other edges and openings.
    if (name === undefined) continue;
    const ends = (line.getAttribute("path") ?? "").split(",").map((id) => points.get(id.trim()));
    const [one, other] = ends;
    const isWhole = ends.length === 2 && [one, other].every((end) => end?.length === 3 && end.every(Number.isFinite));
    if (!isWhole || !one || !other) {
      problems.push(`LINE ${line.getAttribute("id") ?? "without an id"}: ${type} has no two points.`);
      continue;
    }
    const { sum, count } = lengths.get(name) ?? { sum: 0, count: 0 };
    lengths.set(name, { sum: sum + Math.hypot(...one.map((at, axis) => at - (other[axis] ?? 0))), count: count + 1 });
  }
  return lengths;
}

function readEagleView(label: string, root: XmlElement): ReadNames {
  const problems: string[] = [];
  const areas = new Map<string, { sum: number; count: number }>();
  const lines = new Map<string, { sum: number; count: number }>();
  const addTo = (to: typeof areas, name: string, sum: number, count = 1): void => {
    const former = to.get(name) ?? { sum: 0, count: 0 };
    to.set(name, { sum: former.sum + sum, count: former.count + count });
  };
  for (const face of findAll(root, "FACE")) {
    // Walls and dormers are faces too.
    if ((face.getAttribute("type") ?? "ROOF").toUpperCase() !== "ROOF") continue;
    const [polygon = face] = findAll(face, "POLYGON");
    const area = attributeNumber(polygon, "unroundedsize") ?? attributeNumber(polygon, "size");
    const pitch = attributeNumber(polygon, "pitch");
    const name = `FACE ${face.getAttribute("designator") ?? face.getAttribute("id") ?? "without an id"}`;
    if (area === undefined) problems.push(`${name}: no size.`);
    else {
      addTo(areas, "Roof area", area);
      if (pitch !== undefined) addTo(areas, `Roof area at ${String(pitch)}/12`, area);
    }
  }
  for (const roof of findAll(root, "ROOF"))
    for (const [name, { sum, count }] of lineLengths(roof, problems)) addTo(lines, name, sum, count);
  const numbersOf = (from: typeof areas, one: string, unit: "length" | "area"): NamedNumber[] =>
    [...from].map(([name, { sum, count }]) => ({
      name,
      value: roundTo(sum, 2),
      unit: { dimension: unit, factor: 1 },
      place: count === 1 ? `1 ${one}` : `${String(count)} ${one}s`,
    }));
  const [location] = findAll(root, "LOCATION");
  const address = location
    ? ["address", "city", "state", "postal"].map((part) => location.getAttribute(part) ?? "")
    : [];
  const numbers = [...numbersOf(areas, "face", "area"), ...numbersOf(lines, "line", "length")];
  return whole(label, address.filter(Boolean).join(", ").slice(0, 200), numbers, problems);
}

/**
 * Reads XML: EagleView's export by faces and lines, others by elements and attributes with a number, whose names are paths joined by dots.
 *
 * @param root the document's element; its parser must not resolve entities
 */
export function readNameXml(label: string, root: XmlElement): ReadNames {
  if (nameOf(root) === "EAGLEVIEW_EXPORT") return readEagleView(label, root);
  const numbers: NamedNumber[] = [];
  const take = (name: string, text: string): void => {
    const read = readMeasuredNumber(/^[\d.,]/.test(text.trim()) ? text : "", ".");
    if (read.value !== undefined) numbers.push({ name, value: read.value, unit: read.unit, place: "" });
  };
  const visit = (element: XmlElement, path: string, depth: number): void => {
    if (depth > MAX_DEPTH || numbers.length > MAX_NUMBERS) return;
    for (const { name, value } of Array.from(element.attributes)) take(`${path}.${name}`, value);
    const children = childrenOf(element);
    if (children.length === 0) take(path, element.textContent ?? "");
    const counts = new Map<string, number>();
    for (const { tagName } of children) counts.set(tagName, (counts.get(tagName) ?? 0) + 1);
    const seen = new Map<string, number>();
    for (const child of children) {
      const index = seen.get(child.tagName) ?? 0;
      seen.set(child.tagName, index + 1);
      const isListed = (counts.get(child.tagName) ?? 0) > 1;
      visit(child, `${path}.${child.tagName}${isListed ? `[${String(index)}]` : ""}`, depth + 1);
    }
  };
  visit(root, root.tagName, 0);
  return numbers.length > MAX_NUMBERS ? { refusal: tooMany(label) } : whole(label, "", numbers, []);
}
