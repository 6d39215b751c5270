import type { BinaryReply } from "@ridgebook/contract";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Characters that a header's value takes as they are (RFC 8187). */
const toHeaderValue = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** How a browser shall take the file: with a name for old readers, and the whole one for those that know better. */
const contentDisposition = ({ disposition, name }: Pick<BinaryReply, "disposition" | "name">): string =>
  `${disposition}; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${toHeaderValue(name)}`;

/** Whether the caller says that it has what a tag names. */
export const knowsTag = (request: FastifyRequest, tag: string): boolean =>
  (request.headers["if-none-match"] ?? "").split(",").some((known) => known.trim().replace(/^W\//, "") === tag);

/**
 * Answers with bytes. A browser keeps bytes with an etag for the one person who signed in, and asks each time whether it
 * still may show them: on a shared computer the next person gets what is theirs.
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
