import type { IncomingMessage, ServerResponse } from "node:http";
import type { HoverCase } from "./hover-cases.ts";

/** Answers that are no answers of the API: a broken connection, none at all, an endless one. */
export type Misbehavior = "brokenOff" | "silence" | "endless";

export function writeReply(response: ServerResponse, { status, headers, body }: HoverCase): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

export function redirect(response: ServerResponse, target: string, given: Readonly<Record<string, string>>): void {
  const location = new URL(target);
  for (const [name, value] of Object.entries(given)) location.searchParams.set(name, value);
  response.writeHead(302, { location: location.href });
  response.end();
}

export function misbehave(how: Misbehavior, request: IncomingMessage, response: ServerResponse): void {
  if (how === "brokenOff") request.socket.destroy();
  if (how !== "endless") return;
  response.writeHead(200, { "content-type": "application/json" });
  const more = (): void => {
    while (!response.destroyed && response.write("[".repeat(65_536)));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

const MAX_BODY = 100_000;

export async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_BODY) break;
  }
  return body;
}

/** JSON as in Hover's documents; public clients send forms. */
export function readGiven(body: string, contentType: string | undefined): Record<string, unknown> {
  if (!contentType?.includes("json")) return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}
