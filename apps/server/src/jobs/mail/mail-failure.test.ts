import { describe, expect, test } from "vitest";
import { EgressError } from "#egress/egress.ts";
import { toMailFailure } from "./mail-failure.ts";

const GREETING = "SSH-2.0-OpenSSH_9.6 backup.lan";

describe("why a mail was not sent", () => {
  test.each([
    {
      what: "another name in the certificate",
      code: "ESOCKET",
      originalCode: "ERR_TLS_CERT_ALTNAME_INVALID",
      kind: "certificate",
    },
    {
      what: "a certificate of its own",
      code: "ETLS",
      originalCode: "DEPTH_ZERO_SELF_SIGNED_CERT",
      kind: "certificate",
    },
    { what: "silence", code: "ETIMEDOUT", kind: "timedOut" },
    { what: "no STARTTLS", code: "ETLS", command: "STARTTLS", kind: "notEncrypted" },
    {
      what: "a wrong password",
      code: "EAUTH",
      command: "AUTH PLAIN",
      responseCode: 535,
      kind: "wrongPassword",
      isPermanent: true,
    },
    {
      what: "a sender it does not know",
      code: "EENVELOPE",
      command: "MAIL FROM",
      responseCode: 553,
      kind: "sender",
      isPermanent: true,
    },
    {
      what: "no such mailbox",
      code: "EENVELOPE",
      command: "RCPT TO",
      responseCode: 550,
      kind: "recipient",
      isPermanent: true,
    },
    { what: "too much to do", code: "EENVELOPE", command: "RCPT TO", responseCode: 451, kind: "busy" },
    {
      what: "content that it refuses",
      code: "EMESSAGE",
      command: "DATA",
      responseCode: 554,
      kind: "rejected",
      isPermanent: true,
    },
    { what: "another protocol", code: "EPROTOCOL", command: "CONN", kind: "notMail" },
    { what: "a name that is not found", code: "EDNS", kind: "hostNotFound" },
    { what: "a closed port", code: "ESOCKET", originalCode: "ECONNREFUSED", kind: "refused" },
  ])("[EGR-04] $what is reported only in our words", ({ what: _what, kind, isPermanent = false, ...fields }) => {
    const failure = toMailFailure(
      Object.assign(new Error(`Invalid greeting: ${GREETING}`), { response: GREETING, ...fields }),
    );
    expect(failure).toMatchObject({ kind, isPermanent });
    expect(failure.message).not.toContain("SSH");
    expect(failure.cause).toBeUndefined();
  });

  test("a call that the egress guard refuses is not retried", () => {
    expect(toMailFailure(new EgressError("notAllowed"))).toMatchObject({ kind: "notAllowed", isPermanent: true });
    expect(toMailFailure(new EgressError("timedOut"))).toMatchObject({ kind: "timedOut", isPermanent: false });
  });

  test("anything else is not sent, without a reason", () => {
    for (const error of [undefined, "x", new Error(GREETING)])
      expect(toMailFailure(error).message).toBe("The mail could not be sent.");
  });
});
