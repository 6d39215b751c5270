import { DocumentFileError, type DocumentFile } from "#pdf/document-file.ts";
import { readPictureSize } from "#pdf/picture-size.ts";
import type { PdfFile, Reference } from "#pdf/writing/pdf-file.ts";
import { viewOf } from "#pictures/bytes.ts";
import { isFrame, readJpegSegments } from "#pictures/jpeg-segments.ts";
import { stripPicture } from "#pictures/strip-picture.ts";
import { readPng, samplesOf, unpackPng, type Png } from "#pdf/writing/png-pixels.ts";

/*
 * Pictures in a PDF. JPEG and opaque PNG data is embedded as stored. Transparent pictures are decoded and split into colors and
 * an alpha mask. A picture in a single color, such as a signature, has a color image of one pixel: a viewer stretches it to the
 * size of the mask, so the colors of half a million pixels need not be compressed.
 */

/** Transformation matrices that map the unit square to a box so that the picture is upright, by EXIF orientation. */
const TURNS: Readonly<Record<number, (box: Box) => readonly number[]>> = {
  1: ({ x, y, width, height }) => [width, 0, 0, height, x, y],
  2: ({ x, y, width, height }) => [-width, 0, 0, height, x + width, y],
  3: ({ x, y, width, height }) => [-width, 0, 0, -height, x + width, y + height],
  4: ({ x, y, width, height }) => [width, 0, 0, -height, x, y + height],
  5: ({ x, y, width, height }) => [0, -height, -width, 0, x + width, y + height],
  6: ({ x, y, width, height }) => [0, -height, width, 0, x, y + height],
  7: ({ x, y, width, height }) => [0, height, width, 0, x, y],
  8: ({ x, y, width, height }) => [0, height, -width, 0, x + width, y],
};

/** Position on the page, from its lower left corner. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface EmbeddedPicture {
  readonly object: Reference;
  /** Returns the transformation matrix that places the picture upright in a box. */
  readonly placeIn: (box: Box) => readonly number[];
}

const xObject = (width: number, height: number, colors: string, bits: number): string =>
  `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace${colors}/BitsPerComponent ${bits}`;

/** Embeds a picture. Throws `DocumentFileError`, which names the file, if it is broken or not a picture. */
export function embedPicture(file: PdfFile, fileId: string, picture: DocumentFile): EmbeddedPicture {
  const { format, orientation } = readPictureSize(fileId, picture);
  try {
    return {
      object: format === "jpeg" ? embedJpeg(file, strippedJpeg(picture.bytes)) : embedPng(file, readPng(picture.bytes)),
      placeIn: TURNS[orientation] ?? ((box) => [box.width, 0, 0, box.height, box.x, box.y]),
    };
  } catch (error) {
    throw new DocumentFileError(fileId, picture, "is a broken picture, so it cannot be printed.", error);
  }
}

/**
 * Strips metadata from a JPEG, because a PDF embeds the file unchanged. A device may still have one with its location, stored
 * before uploads were stripped. Throws a RangeError for a truncated picture.
 */
export function strippedJpeg(bytes: Uint8Array): Uint8Array {
  const stripped = stripPicture(bytes);
  if (!stripped) throw new RangeError("The picture breaks off.");
  return stripped;
}

const COLORS_BY_COUNT: Readonly<Record<number, string>> = { 1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK" };

function embedJpeg(file: PdfFile, bytes: Uint8Array): Reference {
  for (const segment of readJpegSegments(bytes)) {
    if (segment === "broken") break;
    if (!isFrame(segment.marker)) continue;
    const view = viewOf(segment.content);
    const [depth, height, width, count] = [view.getUint8(0), view.getUint16(1), view.getUint16(3), view.getUint8(5)];
    const colors = COLORS_BY_COUNT[count];
    if (colors === undefined) throw new RangeError("The picture has an unknown number of colors.");
    // CMYK JPEGs store inverted values.
    const decode = count === 4 ? "/Decode[1 0 1 0 1 0 1 0]" : "";
    return file.addPacked(bytes, `/Filter/DCTDecode${xObject(width, height, colors, depth)}${decode}`);
  }
  throw new RangeError("The picture does not say how large it is.");
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const paletteSpace = ({ palette }: Png): string =>
  `[/Indexed/DeviceRGB ${Math.floor(palette.length / 3) - 1}<${hexOf(palette)}>]`;

const BY_PALETTE = 3;
const HAS_ALPHA = 4;

function embedPng(file: PdfFile, png: Png): Reference {
  const { width, height, depth, colorType, clear, isInterlaced } = png;
  const hasAlpha = (colorType & HAS_ALPHA) !== 0;
  const samples = samplesOf(png);
  const colors = samples - (hasAlpha ? 1 : 0);
  const space = colorType === BY_PALETTE ? paletteSpace(png) : colors === 1 ? "/DeviceGray" : "/DeviceRGB";
  const isClearByPalette = colorType === BY_PALETTE && clear.length > 0;
  const clearColor = colorType !== BY_PALETTE && clear.length >= samples * 2 ? clearMask(clear, samples) : "";
  if (!hasAlpha && !isInterlaced && !isClearByPalette)
    return file.addPacked(
      png.data,
      `/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors ${colors}/BitsPerComponent ${depth}/Columns ${width}>>` +
        xObject(width, height, space, depth) +
        clearColor,
    );
  const pixels = unpackPng(png);
  const bits = depth === 16 ? 16 : 8;
  const mask = (alpha: Uint8Array, alphaBits: number): string =>
    `/SMask ${file.addStream(alpha, xObject(width, height, "/DeviceGray", alphaBits), "pixels")}`;
  const colorsOf = (data: Uint8Array, entries: string): Reference =>
    file.addStream(data, `${xObject(width, height, space, bits)}${entries}`, "pixels");
  if (hasAlpha) {
    const ink = bits === 8 ? inkOf(pixels, samples) : undefined;
    if (ink)
      return file.addStream(ink, `${xObject(1, 1, space, bits)}${mask(alphaOf(pixels, samples), bits)}`, "pixels");
    const [own, alpha] = splitAlpha(pixels, samples, bits / 8);
    return colorsOf(own, alpha.every((each) => each === 0xff) ? "" : mask(alpha, bits));
  }
  if (isClearByPalette) {
    const alpha = pixels.map((index) => clear[index] ?? 0xff);
    return colorsOf(pixels, mask(alpha, 8));
  }
  // Scale gray with a low bit depth to the full range, so that white is white.
  const most = (1 << depth) - 1;
  const spread = depth < 8 && colorType === 0 ? `/Decode[0 ${255 / most}]` : "";
  return colorsOf(pixels, `${spread}${clearColor}`);
}

/** Builds the color key mask of the one transparent color, as ranges of its samples. */
function clearMask(clear: Uint8Array, samples: number): string {
  const view = new DataView(clear.buffer, clear.byteOffset, clear.byteLength);
  const ranges = Array.from({ length: samples }, (_, index) => view.getUint16(index * 2)).flatMap((each) => [
    each,
    each,
  ]);
  return `/Mask[${ranges.join(" ")}]`;
}

/** Extracts the alpha channel of pixels with one byte per sample. */
function alphaOf(pixels: Uint8Array, samples: number): Uint8Array {
  const alpha = new Uint8Array(pixels.length / samples);
  for (let pixel = 0, at = samples - 1; pixel < alpha.length; pixel += 1, at += samples) alpha[pixel] = pixels[at] ?? 0;
  return alpha;
}

/** Smallest printable color difference, multiplied by alpha: one of the 255 steps of an opaque pixel. */
const ONE_STEP = 255;

/**
 * Returns the only visible color of a partly transparent picture; undefined if it has several colors or is opaque. Pixels have
 * one byte per sample. A canvas stores premultiplied colors, so those of faint pixels are slightly off, by less than one
 * printable step.
 */
function inkOf(pixels: Uint8Array, samples: number): Uint8Array | undefined {
  let solid = samples - 1;
  let isWhole = true;
  for (let at = samples - 1; at < pixels.length; at += samples) {
    const alpha = pixels[at] ?? 0;
    if (alpha > (pixels[solid] ?? 0)) solid = at;
    if (alpha < 0xff) isWhole = false;
  }
  if (isWhole) return undefined;
  const ink = pixels.slice(solid - samples + 1, solid);
  for (let first = 0; first < pixels.length; first += samples) {
    const alpha = pixels[first + samples - 1] ?? 0;
    if (alpha === 0) continue;
    for (let sample = 0; sample < ink.length; sample += 1)
      if (Math.abs((pixels[first + sample] ?? 0) - (ink[sample] ?? 0)) * alpha >= ONE_STEP) return undefined;
  }
  return ink;
}

/** Splits pixels into colors and alpha. */
function splitAlpha(pixels: Uint8Array, samples: number, bytes: number): readonly [Uint8Array, Uint8Array] {
  const count = pixels.length / (samples * bytes);
  const colorBytes = (samples - 1) * bytes;
  const [colors, alpha] = [new Uint8Array(count * colorBytes), new Uint8Array(count * bytes)];
  for (let pixel = 0, from = 0; pixel < count; pixel += 1) {
    for (let byte = 0; byte < colorBytes; byte += 1, from += 1) colors[pixel * colorBytes + byte] = pixels[from] ?? 0;
    for (let byte = 0; byte < bytes; byte += 1, from += 1) alpha[pixel * bytes + byte] = pixels[from] ?? 0;
  }
  return [colors, alpha];
}
