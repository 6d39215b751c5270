import type { BinaryReply } from "@ridgebook/contract";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Percent-encodes a text for a header's value (RFC 8187). */
const toHeaderValue = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The Content-Disposition header, with an ASCII name for old clients and the full name for others. */
const contentDisposition = ({ disposition, name }: Pick<BinaryReply, "disposition" | "name">): string =>
  `${disposition}; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${toHeaderValue(name)}`;

/** Whether the caller's If-None-Match has this ETag. */
export const knowsTag = (request: FastifyRequest, tag: string): boolean =>
  (request.headers["if-none-match"] ?? "").split(",").some((known) => known.trim().replace(/^W\//, "") === tag);

/**
 * Replies with bytes. A browser caches bytes with an ETag privately and revalidates each time, so that the next user of a shared
 * computer does not see them.
 */
export async function sendBytes(
  { contentType, name, disposition, etag, bytes }: BinaryReply,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const tag = etag === undefined ? undefined : `"${etag}"`;
  reply.header("cache-control", tag === undefined ? "no-store" : "private, no-cache");
  if (tag !== undefined) {
    reply.header("etag", tag);
    if (knowsTag(request, tag)) return reply.status(304).send();
  }
  const content = typeof bytes === "function" ? await bytes() : bytes;
  reply
    .header("content-type", contentType)
    .header("content-disposition", contentDisposition({ disposition, name }))
    .header("x-content-type-options", "nosniff");
  if ("chunks" in content)
    return reply.header("content-length", content.size).send(Readable.from(content.chunks, { objectMode: false }));
  return reply.send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}
