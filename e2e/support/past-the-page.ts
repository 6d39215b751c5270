import type { Page } from "playwright-core";
import { PASSWORD, SALES } from "./account.ts";
import type { AppServer } from "./start-app.ts";

/* Logins without the login page: for tests that are not about logging in. */

/** By server: another file's server may have had the same address. */
const tokens = new WeakMap<object, Map<string, string>>();

/** A user's access token, for calls to the server. */
export async function tokenOf(app: Pick<AppServer, "url">, email: string = SALES): Promise<string> {
  const { url } = app;
  const known = tokens.get(app)?.get(email);
  if (known !== undefined) return known;
  const reply = await fetch(`${url}/api/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!reply.ok) throw new Error(`The login of ${email} answers ${String(reply.status)}: ${await reply.text()}`);
  const { token } = (await reply.json()) as { token: string };
  tokens.set(app, new Map(tokens.get(app)).set(email, token));
  return token;
}

/** Gives a device the session of a salesperson; the next page that it opens is theirs. */
export async function signInPastThePage(page: Page): Promise<void> {
  const reply = await page.context().request.post("/api/users/login", { data: { email: SALES, password: PASSWORD } });
  if (!reply.ok()) throw new Error(`The login answers ${String(reply.status())}: ${await reply.text()}`);
}
