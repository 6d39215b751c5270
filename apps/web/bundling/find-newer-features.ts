import type { CompatData, CompatStatement, Identifier } from "@mdn/browser-compat-data/types";
import { parse, type Node } from "acorn";
import * as cssTree from "css-tree";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { OLDEST_BROWSERS } from "./oldest-browsers.ts";

// Read directly, because the test runner takes half a minute to transform these 18 MB.
const compatFile = createRequire(import.meta.url).resolve("@mdn/browser-compat-data");
const compat = JSON.parse(readFileSync(compatFile, "utf8")) as CompatData;

/** The newest edition of JavaScript whose syntax all of the oldest browsers support. */
const ECMA_VERSION = 2024;

type Browser = keyof typeof OLDEST_BROWSERS;

const BROWSERS = Object.keys(OLDEST_BROWSERS) as Browser[];

/** Returns the browsers that have the feature only in a version after the oldest that we support, or not at all. */
const tooOldFor = ({ support }: CompatStatement): Browser[] =>
  BROWSERS.filter((browser) => {
    const answer = support[browser];
    return ![answer ?? []].flat().some(({ version_added: added, version_removed, flags, alternative_name }) => {
      // Prefixed and partial support count: the build adds the prefixes, and a name does not say which part is missing.
      if (flags || alternative_name || version_removed) return false;
      return typeof added === "string" && Number.parseFloat(added.replace("≤", "")) <= OLDEST_BROWSERS[browser];
    });
  });

interface Known {
  /** Whether all oldest browsers have the name in some interface. If several interfaces have it, the oldest one decides. */
  fits: boolean;
  browsers: Browser[];
}

class Names {
  readonly #byName = new Map<string, Known>();

  add(name: string, statement: CompatStatement | undefined): void {
    if (!statement) return;
    const browsers = tooOldFor(statement);
    const known = this.#byName.get(name);
    if (!known?.fits) this.#byName.set(name, { fits: browsers.length === 0, browsers });
  }

  newer(name: string): Browser[] | undefined {
    const known = this.#byName.get(name);
    return known && !known.fits ? known.browsers : undefined;
  }
}

const membersOf = (place: Identifier): [string, Identifier][] =>
  Object.entries(place).filter(([name]) => name !== "__compat") as [string, Identifier][];

/**
 * The interfaces whose members are searched for on any value. Members of rarer ones (GPU, payments, bluetooth) have the same names
 * as too many of our properties.
 */
const COMMON = new Set(
  (
    "AbortSignal Blob CanvasRenderingContext2D CSSStyleSheet Document DocumentFragment DOMRect Element Event File FormData Headers " +
    "HTMLButtonElement HTMLCanvasElement HTMLDialogElement HTMLElement HTMLFormElement HTMLImageElement HTMLInputElement " +
    "HTMLSelectElement HTMLTextAreaElement IDBDatabase IDBFactory IDBObjectStore IDBTransaction KeyboardEvent Navigator Node " +
    "OffscreenCanvas PointerEvent Range ReadableStream Request Response Selection StorageManager URL URLSearchParams Window"
  ).split(" "),
);

/** Whether a name is specific enough. A single word matches too much: `drop` of our lists, `union` of a schema. */
const isSpecificName = (name: string): boolean => /[a-z][A-Z]/.test(name);

const globals = new Names();
const members = new Names();
const common = new Set<string>();
for (const [name, place] of [...membersOf(compat.api), ...membersOf(compat.javascript.builtins ?? {})]) {
  globals.add(name, place.__compat);
  for (const [member, { __compat }] of membersOf(place)) {
    const plain = member.replace(/_(static|event)$/, "");
    if (member.endsWith("_event")) continue;
    if (isSpecificName(plain)) members.add(plain, __compat);
    if (isSpecificName(plain) && (COMMON.has(name) || name in (compat.javascript.builtins ?? {}))) common.add(plain);
    members.add(`${name}.${plain}`, __compat);
    if (name === "Window" || name === "WorkerGlobalScope") globals.add(plain, __compat);
  }
}

export interface NewerFeature {
  /** `Object.groupBy`, `.checkVisibility`, `css text-wrap`. */
  readonly feature: string;
  readonly browsers: readonly Browser[];
  /** The code around the feature. */
  readonly excerpt: string;
}

type AnyNode = Node & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

function allNodes(root: AnyNode): AnyNode[] {
  const nodes = [root];
  // The list grows while it is walked.
  for (const node of nodes)
    for (const value of Object.values(node))
      if (Array.isArray(value)) nodes.push(...value.filter(isNode));
      else if (isNode(value)) nodes.push(value);
  return nodes;
}

/** Finds the features of a script that the oldest browsers lack. Throws if they cannot even parse it. */
export function findNewerInScript(code: string): NewerFeature[] {
  const program = parse(code, { ecmaVersion: ECMA_VERSION, sourceType: "module" }) as Node as AnyNode;
  const found: NewerFeature[] = [];
  const declared = new Set<string>();
  const note = (feature: string, { names, name, node }: { names: Names; name: string; node: AnyNode }): void => {
    const browsers = names.newer(name);
    if (browsers) found.push({ feature, browsers, excerpt: code.slice(Math.max(0, node.start - 60), node.end + 60) });
  };
  const nodes = allNodes(program);
  for (const node of nodes) {
    if (node.type === "VariableDeclarator" || node.type.startsWith("Function") || node.type.startsWith("Class"))
      if (isNode(node.id) && node.id.type === "Identifier") declared.add(String(node.id.name));
  }
  const properties = new Set<unknown>();
  for (const node of nodes) {
    if (node.type === "MemberExpression" && node.computed !== true) properties.add(node.property);
    if ((node.type === "Property" || node.type.endsWith("Definition")) && node.computed !== true)
      properties.add(node.key);
  }
  for (const node of nodes) {
    if (node.type === "MemberExpression" && node.computed !== true && isNode(node.property)) {
      const name = String(node.property.name);
      const object = isNode(node.object) && node.object.type === "Identifier" ? String(node.object.name) : "";
      const known = `${object}.${name}`;
      if (members.newer(known)) note(known, { names: members, name: known, node });
      else if (common.has(name)) note(`.${name}`, { names: members, name, node });
    }
    if (node.type === "Identifier" && !properties.has(node) && !declared.has(String(node.name)))
      note(String(node.name), { names: globals, name: String(node.name), node });
  }
  return found;
}

const { properties: cssProperties = {}, selectors = {}, "at-rules": atRules = {}, types = {} } = compat.css;

/**
 * Safari reads a line's style and color only in `-webkit-text-decoration`, which the build adds. With a variable, the unprefixed shorthand
 * is valid until it is computed: it overrides the prefixed one, and nothing is drawn. Use `text-decoration-color` for the variable.
 */
const UNSEEN_LINE = "css text-decoration with a variable";

const isVariable = (node: cssTree.CssNode): boolean => node.type === "Function" && node.name === "var";

/** Finds the features of a style sheet that the oldest browsers lack. */
export function findNewerInStyles(code: string): NewerFeature[] {
  const found: NewerFeature[] = [];
  const note = (feature: string, place: Identifier | undefined, node: cssTree.CssNode): void => {
    const browsers = place?.__compat ? tooOldFor(place.__compat) : [];
    if (browsers.length > 0)
      found.push({ feature: `css ${feature}`, browsers, excerpt: cssTree.generate(node).slice(0, 160) });
  };
  const tree = cssTree.parse(code, { parseValue: true });
  cssTree.walk(tree, function (node) {
    if (node.type === "Declaration" && !node.property.startsWith("-")) {
      const property = cssProperties[node.property];
      note(node.property, property, node);
      if (node.property === "text-decoration" && cssTree.find(node.value, isVariable))
        found.push({ feature: UNSEEN_LINE, browsers: ["safari"], excerpt: cssTree.generate(node).slice(0, 160) });
      cssTree.walk(node.value, (part) => {
        if (part.type === "Identifier") note(`${node.property}: ${part.name}`, property?.[part.name], node);
        if (part.type === "Function") note(`${part.name}()`, types[part.name] ?? types.color?.[part.name], node);
        if (part.type === "Dimension") note(`unit ${part.unit}`, types.length?.[part.unit], node);
      });
    }
    if (node.type === "PseudoClassSelector" || node.type === "PseudoElementSelector")
      if (!node.name.startsWith("-")) note(`:${node.name}`, selectors[node.name], node);
    if (node.type === "Atrule") note(`@${node.name}`, atRules[node.name], node);
  });
  return found;
}
