import type { AccountId, CompanyId } from "@ridgebook/contract";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { AccessTokenExpired, createAccessTokens } from "./access-token.ts";
import { createSignedLinks } from "./signed-link.ts";

const secret = Buffer.alloc(32, 7);
const claims = { sessionId: "1c5f3f0e-8f55-4d0f-9f5a-0d4b2f8f7a11", accountId: 7 as AccountId };

test("[REQ-09] an access token that never expires is refused, also when it is shown again", async () => {
  const tokens = createAccessTokens({ secret, now: () => new Date() });
  const endless = await new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer("ridgebook")
    .setSubject("7")
    .sign(secret);
  for (let times = 0; times < 2; times += 1)
    await expect(tokens.verify(endless)).rejects.toThrow("Your session has expired");
});

test("[REQ-05] an expired token gets another answer than a forged one", async () => {
  let now = new Date("2026-03-02T10:00:00Z");
  const tokens = createAccessTokens({ secret, now: () => now });
  const token = await tokens.sign(claims);
  expect(await tokens.verify(token)).toEqual(claims);
  now = new Date("2026-03-02T10:15:00Z");
  await expect(tokens.verify(token)).rejects.toBeInstanceOf(AccessTokenExpired);
  const forged = createAccessTokens({ secret: Buffer.alloc(32, 8), now: () => now });
  await expect(forged.verify(token)).rejects.not.toBeInstanceOf(AccessTokenExpired);
});

test("[REQ-09] a signed link that never expires opens nothing", async () => {
  const links = createSignedLinks({ secret, now: () => new Date() });
  const path = "/pdf/contract/1";
  const { link } = await links.sign({ ...claims, companyId: 3 as CompanyId, path });
  expect(await links.verify(link, path)).toMatchObject({ companyId: 3 });
  const endless = await new SignJWT({ sid: claims.sessionId, company: 3, path })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer("ridgebook link")
    .setSubject("7")
    .sign(secret);
  expect(await links.verify(endless, path)).toBeUndefined();
});
