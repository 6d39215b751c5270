export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Longest and shortest side, in pixels. */
export interface ImageSides {
  readonly long: number;
  readonly short: number;
}

/**
 * The size that a picture is drawn in, in whole pixels: as large as fits 1920x1080, or 1080x1920 for one that stands
 * (1.§5, 1.§9). The proportions stay; a small picture is not made larger.
 */
export function fitImage({ width, height }: ImageSize, { long, short }: ImageSides): ImageSize {
  const [maxWidth, maxHeight] = height > width ? [short, long] : [long, short];
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
