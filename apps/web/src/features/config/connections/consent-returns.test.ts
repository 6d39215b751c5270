import { describe, expect, test } from "vitest";
import { createConsentReturns, readConsent, withoutConsent } from "./consent-returns.ts";

describe("[HVR-04] the answer of a consent page", () => {
  test.each([
    { query: { code: "c1", state: "s1" }, found: { outcome: "allowed", code: "c1", state: "s1" } },
    {
      query: { code: "c1", state: "s1", location: "eu", "accounts-server": "https://accounts.zoho.eu" },
      found: {
        outcome: "allowed",
        code: "c1",
        state: "s1",
        location: "eu",
        accountsServer: "https://accounts.zoho.eu",
      },
    },
    { query: { error: "access_denied", state: "s1" }, found: { outcome: "denied" } },
    { query: { error: "server_error", error_description: "<b>x</b>" }, found: { outcome: "failed" } },
    { query: { code: "c1" }, found: { outcome: "failed" } },
    { query: { code: "", state: "s1" }, found: { outcome: "failed" } },
    { query: { state: "s1" }, found: { outcome: "failed" } },
    { query: { error: "access_denied", code: "c1", state: "s1" }, found: { outcome: "denied" } },
    { query: { message: "Hi" }, found: undefined },
    { query: {}, found: undefined },
  ])("$query is $found", ({ query, found }) => {
    expect(readConsent(query)).toEqual(found);
  });

  test("leaves the address, and nothing else does", () => {
    const query = {
      code: "c",
      state: "s",
      error: "e",
      error_description: "d",
      error_uri: "u",
      iss: "i",
      scope: "x",
      location: "eu",
    };
    expect(withoutConsent({ ...query, x: "1" })).toEqual({ x: "1" });
  });

  test("is taken once, by the page that it came to", () => {
    const returns = createConsentReturns();
    expect(returns.note("/config/hover-integration", { code: "c", state: "s" })).toBe(true);
    expect(returns.note("/config/hover-integration", {})).toBe(false);
    expect(returns.take("/config/zoho-integration")).toBeUndefined();
    expect(returns.take("/config/hover-integration")).toEqual({ outcome: "allowed", code: "c", state: "s" });
    expect(returns.take("/config/hover-integration")).toBeUndefined();
  });
});
