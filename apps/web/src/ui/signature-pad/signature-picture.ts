import SignatureCanvas, { type PointGroup } from "signature_pad";
import { boxAround } from "#ui/signature-pad/strokes.ts";

/* Signatures as pictures: dark ink on transparent, cropped to the writing. They are printed on white, in every theme. */

export const INK = "#0f181d";

/** Every document accepts a data URL of this length; a signature usually has a tenth. */
const MAX_PICTURE_LENGTH = 500_000;

/** A signature on paper is 3 in wide at most: 400 dots to the inch. */
const MAX_SIZE_PX = { width: 1200, height: 480 };
/** Lines drawn larger than this only become wider. */
const MAX_ENLARGEMENT = 4;

const TYPED_FONT = "Source Serif 4";
const TYPED_SIZE_PX = 96;
const TYPED_MARGIN_PX = 12;

function makeCanvas(width: number, height: number) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.ceil(width));
  canvas.height = Math.max(1, Math.ceil(height));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser gave no canvas to draw a signature on.");
  return { canvas, context };
}

/** The picture at the largest size that is short enough; each size is half the one before. */
function encode(draw: (scale: number) => HTMLCanvasElement, largest: number): string {
  let scale = largest;
  let picture = draw(scale).toDataURL("image/png");
  while (picture.length > MAX_PICTURE_LENGTH) {
    scale /= 2;
    picture = draw(scale).toDataURL("image/png");
  }
  return picture;
}

/** Drawn lines as a PNG data URL, drawn again to be sharp; null without lines. */
export function drawnPicture(lines: readonly PointGroup[]): string | null {
  const box = boxAround(lines);
  if (!box) return null;
  const draw = (scale: number): HTMLCanvasElement => {
    const { canvas, context } = makeCanvas(box.width * scale, box.height * scale);
    const drawing = new SignatureCanvas(canvas);
    drawing.off();
    context.setTransform(scale, 0, 0, scale, -box.left * scale, -box.top * scale);
    drawing.fromData([...lines], { clear: false });
    return canvas;
  };
  return encode(draw, Math.min(MAX_ENLARGEMENT, MAX_SIZE_PX.width / box.width, MAX_SIZE_PX.height / box.height));
}

/** Normalizes a typed name: trimmed, one space between two words. */
export const cleanName = (name: string): string => name.trim().replace(/\s+/g, " ");

/** A typed name in italic letters as a PNG data URL; null without a name. Without the font's file, in the device's serif. */
export async function typedPicture(typed: string): Promise<string | null> {
  const name = cleanName(typed);
  if (name === "") return null;
  const fontOf = (size: number): string => `italic 400 ${String(size)}px "${TYPED_FONT}", Georgia, serif`;
  await document.fonts.load(fontOf(TYPED_SIZE_PX), name).catch(() => []);
  const { context: ruler } = makeCanvas(1, 1);
  ruler.font = fontOf(TYPED_SIZE_PX);
  const { width, actualBoundingBoxAscent, actualBoundingBoxDescent, actualBoundingBoxLeft, actualBoundingBoxRight } =
    ruler.measureText(name);
  const left = Math.max(0, actualBoundingBoxLeft) + TYPED_MARGIN_PX;
  const full = {
    width: left + Math.max(width, actualBoundingBoxRight) + TYPED_MARGIN_PX,
    height: actualBoundingBoxAscent + actualBoundingBoxDescent + 2 * TYPED_MARGIN_PX,
  };
  const draw = (scale: number): HTMLCanvasElement => {
    const { canvas, context } = makeCanvas(full.width * scale, full.height * scale);
    context.scale(scale, scale);
    context.font = fontOf(TYPED_SIZE_PX);
    context.fillStyle = INK;
    context.fillText(name, left, actualBoundingBoxAscent + TYPED_MARGIN_PX);
    return canvas;
  };
  return encode(draw, Math.min(1, MAX_SIZE_PX.width / full.width));
}
