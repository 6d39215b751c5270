import { fileExtension, IMAGE_EXTENSIONS, type FileRules } from "@ridgebook/contract";

interface PictureKind {
  readonly contentType: string;
  /** The file extensions of the kind, the usual one first. */
  readonly extensions: readonly string[];
  readonly isContent: (start: Uint8Array) => boolean;
  /** The type after resizing. Undefined: the file is never resized, because a canvas would lose its animation. */
  readonly encodedAs: "image/jpeg" | "image/png" | undefined;
}

const startsWith =
  (...signature: readonly number[]) =>
  (start: Uint8Array): boolean =>
    signature.every((byte, index) => start[index] === byte);

/** Brands of HEIF files: of HEVC pictures and sequences, and the general ones that cameras write. */
const HEIF_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "heif", "mif1", "msf1"];

/** An ISO media file has its brand after "ftyp". */
const isHeif = (start: Uint8Array): boolean => {
  const text = String.fromCharCode(...start.subarray(4, 12));
  return text.startsWith("ftyp") && HEIF_BRANDS.includes(text.slice(4));
};

const isWebp = (start: Uint8Array): boolean => {
  const text = String.fromCharCode(...start.subarray(0, 12));
  return text.startsWith("RIFF") && text.endsWith("WEBP");
};

/** The pictures that the app reads. File inputs, the check of a chosen file and the photos of leads all follow this table. */
const PICTURE_KINDS = {
  jpeg: {
    contentType: "image/jpeg",
    extensions: ["jpg", "jpeg"],
    isContent: startsWith(0xff, 0xd8, 0xff),
    encodedAs: "image/jpeg",
  },
  png: {
    contentType: "image/png",
    extensions: ["png"],
    isContent: startsWith(0x89, 0x50, 0x4e, 0x47),
    encodedAs: "image/png",
  },
  gif: {
    contentType: "image/gif",
    extensions: ["gif"],
    isContent: startsWith(0x47, 0x49, 0x46, 0x38),
    encodedAs: undefined,
  },
  // The server accepts no HEIC, and few browsers show it.
  heic: { contentType: "image/heic", extensions: ["heic", "heif"], isContent: isHeif, encodedAs: "image/jpeg" },
  // Documents cannot show WebP, and fields do not accept it (1.§5).
  webp: { contentType: "image/webp", extensions: ["webp"], isContent: isWebp, encodedAs: "image/jpeg" },
} as const satisfies Readonly<Record<string, PictureKind>>;

export type PictureKindName = keyof typeof PICTURE_KINDS;

export const pictureKind = (name: PictureKindName): PictureKind => PICTURE_KINDS[name];

const NAMES = Object.keys(PICTURE_KINDS) as PictureKindName[];

/** The number of first bytes that identify the kind. */
export const SIGNATURE_BYTES = 12;

/** The kind of a picture by its content, whatever its name. Undefined if the app cannot read it. */
export const pictureKindOf = (start: Uint8Array): PictureKindName | undefined =>
  NAMES.find((name) => PICTURE_KINDS[name].isContent(start));

/** The kind of a picture by its name. */
export const namedPictureKind = (fileName: string): PictureKindName | undefined => {
  const extension = fileExtension(fileName);
  return NAMES.find((name) => pictureKind(name).extensions.includes(extension));
};

/** "jpg" for "image/jpeg"; undefined for a type that the app cannot read. */
export const extensionOfType = (contentType: string): string | undefined =>
  NAMES.map(pictureKind).find((kind) => kind.contentType === contentType)?.extensions[0];

/** The source of a picture: a file that the user chose, or a connected service. */
export type PictureSource = "person" | "service";

/** Kinds that are converted to JPEG, because the server does not store them. Kinds in neither list are refused. */
const CONVERTED: Readonly<Record<PictureSource, readonly PictureKindName[]>> = {
  person: ["heic"],
  service: ["heic", "webp"],
};
const STORED: readonly PictureKindName[] = ["jpeg", "png", "gif"];

export const isConverted = (kind: PictureKindName, source: PictureSource): boolean => CONVERTED[source].includes(kind);

/** Whether the app accepts pictures of the kind. */
export const isTaken = (kind: PictureKindName, source: PictureSource): boolean =>
  STORED.includes(kind) || isConverted(kind, source);

/** Whether a field accepts pictures, and so also those that are converted. */
export const takesPictures = ({ extensions }: FileRules): boolean =>
  IMAGE_EXTENSIONS.every((extension) => extensions.includes(extension));

/** The `accept` attribute of a file input: the types of its rules, and HEIC if it can be converted to one of them. */
export const acceptOf = (rules: FileRules): string =>
  [...rules.extensions, ...(takesPictures(rules) ? PICTURE_KINDS.heic.extensions : [])]
    .map((extension) => `.${extension}`)
    .join(",");
