import { readHeic } from "./read-heic.ts";

/** A decoder in hardware that hangs must not hold up the pictures behind this one. A photo of 12 MP takes two seconds in software. */
const DECODED_WITHIN_MS = 60_000;

/**
 * Decodes HEIC with the browser's decoder of video, where it has one for HEVC and does not use it for pictures: Chromium on computers
 * and tablets whose hardware decodes it (decision 0127). Throws where it cannot.
 */
export async function decodeHeic(picture: Blob): Promise<ImageBitmap> {
  const { codec, description, tiles, columns, tileSize, transform, size } = readHeic(
    new Uint8Array(await picture.arrayBuffer()),
  );
  const config = { codec, description, codedWidth: tileSize.width, codedHeight: tileSize.height };
  const { supported } = await VideoDecoder.isConfigSupported(config);
  if (supported !== true) throw new Error(`This browser does not decode ${codec}.`);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("There is no canvas to draw on.");
  context.setTransform(...transform);
  let drawn = 0;
  await new Promise<void>((resolve, reject) => {
    const decoder = new VideoDecoder({
      output: (frame) => {
        // Each tile has its number for its time.
        const { timestamp } = frame;
        context.drawImage(
          frame,
          (timestamp % columns) * tileSize.width,
          Math.floor(timestamp / columns) * tileSize.height,
        );
        frame.close();
        drawn += 1;
      },
      error: reject,
    });
    // The worker ends with the picture, and the timer with it.
    setTimeout(() => reject(new Error("The decoder does not answer.")), DECODED_WITHIN_MS);
    decoder.configure(config);
    for (const [timestamp, data] of tiles.entries())
      decoder.decode(new EncodedVideoChunk({ type: "key", timestamp, data }));
    decoder
      .flush()
      .then(() => decoder.close())
      .then(resolve, reject);
  });
  if (drawn !== tiles.length) throw new Error("Not every tile was decoded.");
  return canvas.transferToImageBitmap();
}
