import type { SignatureInput, SignatureKey } from "@ridgebook/contract";
import type { DocumentModel } from "#model/document-model.ts";
import { canonicalJson } from "./canonical-json.ts";

/** A signature to seal: the signer, the picture as a PNG data URL, and the time. */
export type SignatureToSeal = Readonly<Pick<SignatureInput, "data" | "timestamp">> & { readonly key: SignatureKey };

const toHexadecimal = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The fingerprint of a signed document: SHA-256 of its content and of every signature's picture and time, in 64 hexadecimal digits. Any
 * change gives another one.
 */
export async function fingerprintOf(model: DocumentModel, signatures: readonly SignatureToSeal[]): Promise<string> {
  const sealed = signatures.map(({ key, data, timestamp }) => [key, { data, timestamp }] as const);
  const content = canonicalJson({ model, signatures: Object.fromEntries(sealed) });
  return toHexadecimal(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content)));
}
