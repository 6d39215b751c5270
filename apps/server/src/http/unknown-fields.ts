import { z } from "zod";

/** The part of JSON Schema that bodies of the contract are described in. */
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
 * Paths with dots of what a value has and its schema does not name, as in `parts.0.discountPercent`. Most bodies may hold more
 * than is read of them; who must not lose any of it asks here.
 */
export const unknownFieldsOf = (schema: z.ZodType, value: unknown): string[] => findUnknown(shapeOf(schema), value, []);

function findUnknown(shape: Shape, value: unknown, path: readonly string[]): string[] {
  if (typeof value !== "object" || value === null) return [];
  const choices = shape.anyOf ?? shape.oneOf;
  // What fits none of the choices is wrong in another way; the fewest unknown names are those of the one that was meant.
  if (choices) return fewest(choices.map((choice) => findUnknown(choice, value, path)));
  if (shape.allOf) {
    const found = shape.allOf.map((part) => findUnknown(part, value, path));
    return (found[0] ?? []).filter((name) => found.every((names) => names.includes(name)));
  }
  if (Array.isArray(value)) {
    const { items } = shape;
    if (typeof items !== "object") return [];
    return value.flatMap((item: unknown, index) => findUnknown(items, item, [...path, String(index)]));
  }
  const { properties, additionalProperties } = shape;
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const here = [...path, name];
    const known = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known) return findUnknown(known, member, here);
    if (typeof additionalProperties === "object") return findUnknown(additionalProperties, member, here);
    // A shape that says nothing of members takes any: what is in there is nobody's business.
    return properties && additionalProperties !== true ? [here.join(".")] : [];
  });
}

const fewest = (lists: readonly string[][]): string[] =>
  lists.reduce<string[] | undefined>((best, list) => (!best || list.length < best.length ? list : best), undefined) ??
  [];
