import { fitImage, type ImageSides, type ImageSize } from "./fit-image.ts";

/** Draws a picture into a canvas that takes its fitted size. False: the canvas cannot be drawn on. */
export function drawFitted(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  picture: ImageBitmap | HTMLImageElement,
  { size, sides }: { size: ImageSize; sides: ImageSides },
): boolean {
  const { width, height } = fitImage(size, sides);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return false;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return true;
}
