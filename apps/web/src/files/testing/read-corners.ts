import sharp from "sharp";

/** The colors of the four corners of a test's picture. */
export const COLORS = {
  red: [220, 20, 20],
  green: [20, 200, 20],
  blue: [20, 20, 220],
  white: [240, 240, 240],
} as const;
export type Color = keyof typeof COLORS;

/** Size and colors of the corners: upper left, upper right, lower left, lower right. */
export async function readCorners(bytes: Buffer): Promise<string> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number): string => {
    const at = (y * info.width + x) * info.channels;
    const distance = (color: readonly number[]): number =>
      color.reduce((sum, value, channel) => sum + Math.abs(value - (data[at + channel] ?? 0)), 0);
    return Object.entries(COLORS).find(([, color]) => distance(color) < 50)?.[0] ?? "another color";
  };
  const [right, bottom] = [info.width - 20, info.height - 20];
  const seen = [colorAt(20, 20), colorAt(right, 20), colorAt(20, bottom), colorAt(right, bottom)];
  return `${String(info.width)}x${String(info.height)} ${seen.join(" ")}`;
}
