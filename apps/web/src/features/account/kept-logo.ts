import { z } from "zod";
import type { KeptTexts } from "#ui/kept-texts.ts";

const KEY = "ridgebook-login-logo";
/** Far more than a logo of the size below needs, far less than storage has. */
const MAX_LENGTH = 200_000;
/** Twice what the login page shows, for sharp screens. */
const MAX_WIDTH = 480;
const MAX_HEIGHT = 128;

/** The company that last used this device, for its login page. Holds no personal data. */
const keptLogo = z.object({
  /** The file id of the picture. */
  fileId: z.string(),
  companyName: z.string(),
  /** A data URL: after a logout no user may load the file. */
  picture: z.string().startsWith("data:image/png;base64,").max(MAX_LENGTH),
});
type KeptLogo = z.infer<typeof keptLogo>;

export function readKeptLogo(texts: KeptTexts): KeptLogo | undefined {
  try {
    return keptLogo.parse(JSON.parse(texts.read(KEY)));
  } catch {
    return undefined;
  }
}

/** Keeps the logo through logouts; undefined drops it. A logo that is too large is not kept. */
export function keepLogo(texts: KeptTexts, logo: KeptLogo | undefined): void {
  const read = keptLogo.safeParse(logo);
  texts.keep(KEY, read.success ? JSON.stringify(read.data) : "");
}

/** Renders a picture at `url` in the size of the login page, as a data URL. Rejects if the browser cannot draw it. */
export async function drawLogo(url: string): Promise<string> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
