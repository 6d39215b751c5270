import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";

/** A self-signed certificate of hooks.test, valid until 2126; it protects nothing but tests. */
export const HOOKS_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmDCCAT6gAwIBAgIUDe47UVIbZGC97Fn4uBJwWyed5uUwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKaG9va3MudGVzdDAgFw0yNjExMjcxNTU4MDZaGA8yMTI2MTEw
MzE1NTgwNlowFTETMBEGA1UEAwwKaG9va3MudGVzdDBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABMPxO9tSDVynfC9rPgMRDJf8Z1EyV2QgoqZESuiTCE4Jv1y+gX9y
S/6Me51fPYsomdo102J3AG0BnwcuI1U74j+jajBoMB0GA1UdDgQWBBR13bO2wByy
C3stVF1IqJN57I8LpDAfBgNVHSMEGDAWgBR13bO2wByyC3stVF1IqJN57I8LpDAP
BgNVHRMBAf8EBTADAQH/MBUGA1UdEQQOMAyCCmhvb2tzLnRlc3QwCgYIKoZIzj0E
AwIDSAAwRQIhAMK3itfoY/H6va16h5qTFzY6Uya3FZeFnyHzyonUwtW1AiAfRzH/
FwOTfjL7lWf+jq7cSubAPfAw1cH9L6tLMuzE8A==
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5QAGVMI3t7pikPWZ
tPfKDHcNHXtWklgK/at0kVCXVAShRANCAATD8TvbUg1cp3wvaz4DEQyX/GdRMldk
IKKmRErokwhOCb9cvoF/ckv+jHudXz2LKJnaNdNidwBtAZ8HLiNVO+I/
-----END PRIVATE KEY-----`;

/** A message as it arrived. */
interface ReceivedHook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The receiver's reply: a status with a body, or none. */
type HookReply = { status: number; body?: string; headers?: Record<string, string> } | "silence";

export interface HookReceiver {
  readonly port: number;
  readonly received: ReceivedHook[];
  reply: HookReply;
  close(): void;
}

/** A local receiver of webhooks. Replies 204 by default. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const received: ReceivedHook[] = [];
  const server: Server = createServer({ cert: HOOKS_CERTIFICATE, key: KEY }, (request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body });
      const { reply } = receiver;
      if (reply === "silence") return;
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const receiver: HookReceiver = {
    port: (server.address() as AddressInfo).port,
    received,
    reply: { status: 204 },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}
