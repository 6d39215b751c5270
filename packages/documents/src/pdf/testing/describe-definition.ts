import type { TDocumentDefinitions } from "pdfmake/interfaces";

/* A definition as a person can review it: a line for everything that is printed, with its place. */

interface Node {
  readonly text?: string | readonly Node[];
  readonly stack?: readonly Node[];
  readonly columns?: readonly Node[];
  readonly canvas?: readonly Readonly<Record<string, unknown>>[];
  readonly svg?: string;
  readonly image?: string;
  readonly font?: string;
  readonly fontSize?: number;
  readonly bold?: boolean;
  readonly italics?: boolean;
  readonly color?: string;
  readonly width?: number;
  readonly height?: number;
  readonly absolutePosition?: { readonly x: number; readonly y: number };
}

const number = (value: number): string => value.toFixed(1);

const plainText = ({ text }: Node): string =>
  typeof text === "string" ? text : (text ?? []).map((part) => `${part.bold ? "*" : ""}${plainText(part)}`).join("|");

function fontOf(node: Node): string {
  const first = typeof node.text === "object" ? node.text[0] : node;
  const { font = "", bold, italics } = first ?? {};
  return [font, bold ? "bold" : "", italics ? "italic" : "", node.fontSize ?? ""]
    .filter((part) => part !== "")
    .join(" ");
}

function describeNode(node: Node): string | undefined {
  const { x = 0, y = 0 } = node.absolutePosition ?? {};
  const place = `${number(y).padStart(6)} ${number(x).padStart(6)}`;
  if (node.columns) {
    const [column] = node.columns;
    return column && `${place}  right in ${number(column.width ?? 0)}, ${fontOf(column)}: ${plainText(column)}`;
  }
  if (node.text !== undefined) return node.text === "" ? undefined : `${place}  ${fontOf(node)}: ${plainText(node)}`;
  if (node.image !== undefined)
    return `${place}  picture ${node.image}, ${number(node.width ?? 0)} × ${number(node.height ?? 0)}`;
  if (node.svg !== undefined) return `${place}  drawing, ${number(node.width ?? 0)} × ${number(node.height ?? 0)}`;
  if (node.canvas) return node.canvas.map((shape) => `${place}  ${describeShape(shape)}`).join("\n");
  throw new Error(`nothing is known of ${JSON.stringify(node)}`);
}

function describeShape(shape: Readonly<Record<string, unknown>>): string {
  const weight = typeof shape["lineWidth"] === "number" ? `, ${shape["lineWidth"]} pt` : "";
  switch (shape["type"]) {
    case "line":
      return `rule of ${number(Number(shape["x2"]))}${weight}, ${String(shape["lineColor"])}`;
    case "polyline": {
      const points = shape["points"] as readonly { x: number; y: number }[];
      return `path ${points.map(({ x, y }) => `${number(x)},${number(y)}`).join(" ")}${weight}`;
    }
    default:
      return `${String(shape["type"])} at ${number(Number(shape["x"]))},${number(Number(shape["y"]))}${weight}`;
  }
}

/** Pages with a line for each thing on them: top, left, what it is. */
export function describeDefinition({ content, info }: TDocumentDefinitions): string {
  const pages = content as unknown as readonly Node[];
  return [
    `${info?.title ?? ""} / ${info?.author ?? ""} / ${info?.creationDate?.toISOString() ?? ""}`,
    ...pages.flatMap(({ stack = [] }, index) => [
      "",
      `page ${index + 1}`,
      ...stack.flatMap((node) => describeNode(node) ?? []),
    ]),
    "",
  ].join("\n");
}
