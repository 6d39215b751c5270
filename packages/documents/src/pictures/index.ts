/* Reads picture files without decoding them. Runs in browsers and in Node. */

export { readPictureHeader, type PictureHeader } from "./picture-header.ts";
export { readWebp } from "./read-webp.ts";
export { findTooManyPixels, MAX_PICTURE_PIXELS } from "./picture-limits.ts";
export { stripPicture } from "./strip-picture.ts";
