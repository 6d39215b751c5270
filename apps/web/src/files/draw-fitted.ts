import { fitImage, type ImageSides, type ImageSize } from "./fit-image.ts";

/**
 * Resizes the canvas to the fitted size and draws the picture. JPEG has no transparency: transparent pixels become white, as on paper,
 * because a canvas would make them black. Returns false if the canvas has no drawing context.
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
