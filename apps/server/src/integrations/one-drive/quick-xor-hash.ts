const BYTES = 20;
const BITS = BYTES * 8;
const SHIFT = 11;

/** Microsoft's file hash in base64: each byte is xored into a ring of 160 bits, 11 bits after the previous one. */
export function quickXorHash(bytes: Uint8Array): string {
  const ring = new Uint8Array(BYTES);
  const xorAt = (index: number, value: number): void => {
    ring[index] = (ring[index] ?? 0) ^ value;
  };
  let bit = 0;
  for (const byte of bytes) {
    const index = bit >> 3;
    const spread = byte << (bit & 7);
    xorAt(index, spread & 0xff);
    xorAt((index + 1) % BYTES, spread >> 8);
    bit = (bit + SHIFT) % BITS;
  }
  // The length as a little-endian 64-bit number, over the last 8 bytes.
  let length = bytes.length;
  for (let index = BYTES - 8; index < BYTES; index += 1) {
    xorAt(index, length % 256);
    length = Math.floor(length / 256);
  }
  return Buffer.from(ring).toString("base64");
}
