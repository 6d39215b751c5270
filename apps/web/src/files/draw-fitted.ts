import { fitImage, type ImageSides, type ImageSize } from "./fit-image.ts";

/**
 * Draws a picture into a canvas that takes its fitted size. JPEG knows no transparency: what is see-through becomes white, as on paper,
 * where a canvas would make it black. False: the canvas cannot be drawn on.
 */
export function drawFitted(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  picture: ImageBitmap | HTMLImageElement,
  { size, sides, encodeAs }: { size: ImageSize; sides: ImageSides; encodeAs: "image/jpeg" | "image/png" },
): boolean {
  const { width, height } = fitImage(size, sides);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return false;
  context.imageSmoothingQuality = "high";
  if (encodeAs === "image/jpeg") {
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(picture, 0, 0, width, height);
  return true;
}
