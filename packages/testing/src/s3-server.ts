import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface TestS3Server {
  readonly endpoint: string;
  readonly bucket: string;
  /** The accepted key; the signature itself is not checked. */
  readonly accessKeyId: string;
  /** The stored objects, by key. */
  readonly objects: Map<string, Buffer>;
  close(): Promise<void>;
}

const listBody = (keys: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>false</IsTruncated>${keys
    .map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
    .join("")}</ListBucketResult>`;

const errorBody = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A store on this machine that implements the part of S3 that files need: one bucket; put, get, head, list and delete. */
export async function startS3Server(): Promise<TestS3Server> {
  const bucket = "files";
  const accessKeyId = "test-key";
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const reply = (status: number, body: string | Buffer = "", headers: Record<string, string> = {}): void => {
      response.writeHead(status, { "content-length": String(Buffer.byteLength(body)), ...headers });
      response.end(request.method === "HEAD" ? undefined : body);
    };
    const fail = (status: number, code: string): void => {
      reply(status, errorBody(code), { "content-type": "application/xml" });
    };
    void (async () => {
      const body = await readBody(request);
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://s3.test");
      const [, asked, ...rest] = pathname.split("/").map(decodeURIComponent);
      const key = rest.join("/");
      if (!request.headers.authorization?.includes(`Credential=${accessKeyId}/`)) fail(403, "InvalidAccessKeyId");
      else if (asked !== bucket) fail(404, "NoSuchBucket");
      // A body in signed pieces would have to be put together first; this stand-in does not support that yet.
      else if (request.headers["content-encoding"]?.includes("aws-chunked")) fail(501, "NotImplemented");
      else if (request.method === "PUT") {
        objects.set(key, body);
        reply(200, "", { etag: `"${key}"` });
      } else if (request.method === "DELETE") {
        objects.delete(key);
        reply(204);
      } else if (searchParams.has("list-type")) {
        const prefix = searchParams.get("prefix") ?? "";
        reply(200, listBody([...objects.keys()].filter((each) => each.startsWith(prefix))), {
          "content-type": "application/xml",
        });
      } else if (request.method === "GET" || request.method === "HEAD") {
        const object = objects.get(key);
        if (object) reply(200, object, { "content-type": "application/octet-stream", etag: `"${key}"` });
        else fail(404, "NoSuchKey");
      } else fail(405, "MethodNotAllowed");
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${String(port)}`,
    bucket,
    accessKeyId,
    objects,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
