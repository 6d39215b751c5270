import { z } from "zod";

/** The part of JSON Schema that the contract's bodies use. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

const shapes = new WeakMap<z.ZodType, Shape>();

function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
  shapes.set(schema, shape);
  return shape;
}

/**
 * The dotted paths of members that a value has and its schema does not, such as `parts.0.discountPercent`, up to `most` of them. Most
 * bodies may have unknown members; this is for callers that must not lose any.
 */
export const unknownFieldsOf = (schema: z.ZodType, value: unknown, most: number): string[] =>
  take(findUnknown({ shape: shapeOf(schema), most }, value, []), most);

/** A record without the members that its schema does not have. */
export function knownMembersOf(schema: z.ZodType, record: unknown): unknown {
  const { properties } = shapeOf(schema);
  if (!properties || typeof record !== "object" || record === null || Array.isArray(record)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(properties, name)));
}

function take<Item>(items: Iterable<Item>, most: number): Item[] {
  const taken: Item[] = [];
  for (const item of items) {
    taken.push(item);
    if (taken.length >= most) break;
  }
  return taken;
}

/** A generator, so that the search stops once enough paths are found. */
function* findUnknown(
  { shape, most }: { shape: Shape; most: number },
  value: unknown,
  path: readonly string[],
): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  const within = (part: Shape, member: unknown, at = path) => findUnknown({ shape: part, most }, member, at);
  const choices = shape.anyOf ?? shape.oneOf;
  // Of a union, use the choice with the fewest unknown members; a value that fits none is refused by the schema anyway.
  if (choices) return yield* fewest(choices.map((choice) => take(within(choice, value), most)));
  if (shape.allOf) {
    const found = shape.allOf.map((part) => take(within(part, value), most));
    return yield* (found[0] ?? []).filter((name) => found.every((names) => names.includes(name)));
  }
  if (Array.isArray(value)) {
    const { items } = shape;
    if (typeof items !== "object") return;
    for (const [index, item] of (value as unknown[]).entries()) yield* within(items, item, [...path, String(index)]);
    return;
  }
  const { properties, additionalProperties } = shape;
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const here = [...path, name];
    const known = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known) yield* within(known, member, here);
    else if (typeof additionalProperties === "object") yield* within(additionalProperties, member, here);
    // A shape without properties takes any members.
    else if (properties && additionalProperties !== true) yield here.join(".");
  }
}

const fewest = (lists: readonly string[][]): string[] =>
  lists.reduce<string[] | undefined>((best, list) => (!best || list.length < best.length ? list : best), undefined) ??
  [];
