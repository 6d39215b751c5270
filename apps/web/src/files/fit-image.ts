export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The limits of the longer and the shorter side, in pixels. */
export interface ImageSides {
  readonly long: number;
  readonly short: number;
}

/**
 * The size to draw a picture in, in whole pixels: as large as fits 1920x1080, or 1080x1920 in portrait (1.§5, 1.§9). Keeps
 * the aspect ratio; does not enlarge a small picture.
 */
export function fitImage({ width, height }: ImageSize, { long, short }: ImageSides): ImageSize {
  const [maxWidth, maxHeight] = height > width ? [short, long] : [long, short];
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
