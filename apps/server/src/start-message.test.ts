import { describe, expect, test } from "vitest";
import { describeStart, isLoopback, type StartFacts } from "./start-message.ts";

const facts: StartFacts = {
  publicUrl: "http://localhost:3000",
  host: "127.0.0.1",
  dataFolder: "/srv/ridgebook/data",
  isEmbedded: true,
  notice: undefined,
  outboxFolder: "/srv/ridgebook/data/outbox",
  hasAdmin: true,
  demo: {
    password: "Ridgebook-1",
    logins: [
      { email: "sales@demo.test", description: "Salesperson" },
      { email: "admin@demo.test", description: "Admin" },
    ],
  },
};

describe("start message", () => {
  test("says where to open, where the data is, where mails lie and how to sign in", () => {
    expect(describeStart(facts)).toBe(
      [
        "",
        "Ridgebook is ready.",
        "",
        "  Open    http://localhost:3000",
        "  Data    /srv/ridgebook/data",
        "  Mail    no mail server is set: mails lie in /srv/ridgebook/data/outbox",
        "  Links   links in mails open on this machine only. Set PUBLIC_URL to the address at which people open the app",
        "",
        "This is a demo. Sign in with the password Ridgebook-1 as",
        "  sales@demo.test   Salesperson",
        "  admin@demo.test   Admin",
        "",
        "Ctrl+C stops the server.",
        "",
      ].join("\n"),
    );
  });

  test("says how to make the first admin of an installation without users", () => {
    const lines = describeStart({ ...facts, hasAdmin: false, demo: null }).split("\n");
    expect(lines.slice(6, 8)).toEqual([
      "  Login   nobody can log in yet. With the same settings, make the first admin:",
      "          npm run create-admin -- you@example.com Pat Doe",
    ]);
  });

  test.each([
    ["http://localhost:3000", true],
    ["http://127.0.0.1:3000", true],
    ["http://[::1]:3000", true],
    ["https://app.example.com", false],
    ["http://10.0.0.5:3000", false],
  ])("[OPS-18] with the address %s, links open on this machine only: %s", (publicUrl, isLocal) => {
    expect(describeStart({ ...facts, publicUrl }).includes("Set PUBLIC_URL")).toBe(isLocal);
  });

  test("is loud about a demo that others can reach", () => {
    expect(describeStart({ ...facts, host: "0.0.0.0" })).toContain("! WARNING: this demo listens on 0.0.0.0");
    expect(describeStart({ ...facts, host: "0.0.0.0", demo: null })).not.toContain("WARNING");
  });

  test.each([
    ["127.0.0.1", true],
    ["127.8.0.1", true],
    ["::1", true],
    ["localhost", true],
    ["0.0.0.0", false],
    ["::", false],
    ["10.0.0.5", false],
    ["127.0.0.1.example.test", false],
  ])("%s is loopback: %s", (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});
