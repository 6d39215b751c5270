/** EXIF orientation, 1 to 8; 1 is upright. */
export type Orientation = number;

const ORIENTATION_TAG = 0x0112;
const LITTLE_ENDIAN = 0x4949;

/** The orientation in EXIF's TIFF structure. Undefined if missing or invalid. */
export function readOrientation(tiff: Uint8Array): Orientation | undefined {
  if (tiff.length < 8) return undefined;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = view.getUint16(0) === LITTLE_ENDIAN;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return undefined;
  const entries = view.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return undefined;
    if (view.getUint16(entry, isLittle) !== ORIENTATION_TAG) continue;
    const orientation = view.getUint16(entry + 8, isLittle);
    return orientation >= 1 && orientation <= 8 ? orientation : undefined;
  }
  return undefined;
}

/** A TIFF structure with the orientation only. */
export const writeOrientation = (orientation: Orientation): Uint8Array =>
  Uint8Array.of(
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    // One entry: tag, type SHORT, one value, padded; then no further directory.
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  );
