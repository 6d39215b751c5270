/** First bytes of the pictures that a lead can have. */
const SIGNATURES: readonly (readonly [contentType: string, bytes: readonly number[]])[] = [
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
];

/** What a picture is by its content, whatever it is called; undefined for what is none. */
export const photoTypeOf = (bytes: Uint8Array): string | undefined =>
  SIGNATURES.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte))?.[0];
