import { isIP } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { clientOf } from "./client-address.ts";
import { cookieNames, FORMER_SESSION_COOKIE } from "./cookies.ts";
import { NotModified, type Caller } from "./handlers.ts";
import { knowsTag } from "./send-bytes.ts";

/** All paths: calls that renew and end a login session need the cookie, and links that a browser opens itself. */
const COOKIE_PATH = "/";

export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Reads who makes a call, and collects the cookies of its reply, which `sendCookies` adds once the call has succeeded. */
export function createCallerOf({
  isSecure,
  isFormerCookieRead,
}: {
  isSecure: boolean;
  isFormerCookieRead: () => boolean;
}) {
  const names = cookieNames(isSecure);
  return (request: FastifyRequest, reply: FastifyReply): { caller: Caller; sendCookies: () => void } => {
    const options = { path: COOKIE_PATH, httpOnly: true, sameSite: "strict", secure: isSecure } as const;
    const former = isSecure ? request.cookies[FORMER_SESSION_COOKIE] : undefined;
    const forgetFormer = (): void => {
      if (former !== undefined) reply.clearCookie(FORMER_SESSION_COOKIE, options);
    };
    // Set only on success: refusals send cookies too, and a rolled back secret would later look like a stolen one.
    let newSecret: { secret: string; expires: Date } | undefined;
    let device: { secret: string; expires: Date } | undefined;
    const caller: Caller = {
      // A misconfigured proxy may forward an address that the caller made up.
      address: clientOf(isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? "") : request.ip),
      userAgent: headerOf(request, "user-agent")?.slice(0, 300) ?? "",
      refreshCookie: request.cookies[names.session] ?? (isFormerCookieRead() ? former : undefined),
      setRefreshCookie: (value) => {
        newSecret = value;
        if (value) return;
        reply.clearCookie(names.session, options);
        forgetFormer();
      },
      deviceCookie: request.cookies[names.device],
      setDeviceCookie: (value) => {
        device = value;
      },
      setHeader: (name, value) => void reply.header(name, value),
      setTag: (name) => {
        const tag = `"${name}"`;
        // On a shared computer, the cache must revalidate before it shows anything to the next user.
        reply.header("etag", tag).header("cache-control", "private, no-cache");
        if (knowsTag(request, tag)) throw new NotModified();
      },
    };
    const sendCookies = (): void => {
      if (newSecret) {
        reply.setCookie(names.session, newSecret.secret, { ...options, expires: newSecret.expires });
        forgetFormer();
      }
      if (device) reply.setCookie(names.device, device.secret, { ...options, expires: device.expires });
    };
    return { caller, sendCookies };
  };
}
