import { createServer, type AddressInfo, type Server } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { readAllowedTarget, type AllowedTarget } from "./allowed-targets.ts";
import { createEgress, isPublicAddress } from "./egress.ts";

const allow = (...entries: string[]): AllowedTarget[] =>
  entries.map((entry) => {
    const target = readAllowedTarget(entry);
    if (!target) throw new Error(`${entry} is no target.`);
    return target;
  });

describe("[EGR-01] a public address", () => {
  test.each([
    ["this machine", ["127.0.0.1", "127.8.9.10", "::1", "0.0.0.0", "::", "0.1.2.3"]],
    ["a private network", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12::1", "fec0::1"]],
    ["the link, and with it cloud metadata", ["169.254.169.254", "fe80::1", "fe80::1%eth0"]],
    ["a carrier's shared network", ["100.64.0.1", "100.127.255.255"]],
    ["many", ["224.0.0.1", "255.255.255.255", "ff02::1"]],
    ["no one, being reserved", ["192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "240.0.0.1"]],
    ["no one in IPv6, being reserved", ["2001:db8::1", "100::1", "4000::1", "2001:2::1"]],
    ["IPv4 behind IPv6", ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:7f00:1", "::127.0.0.1", "64:ff9b::7f00:1"]],
    ["IPv4 by a tunnel", ["2002:7f00:1::", "2001:0:7f00:1::", "64:ff9b:1::1"]],
    ["nothing", ["", "mail", "127.1.1", "1.2.3.4.5"]],
  ])("is none that belongs to %s", (_what, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"])("is %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe("an operator's entry", () => {
  test.each([
    ["Mail.LAN.", { host: "mail.lan", port: undefined }],
    ["mail.lan:2525", { host: "mail.lan", port: 2525 }],
    ["127.0.0.1:2525", { host: undefined, port: 2525 }],
    ["10.1.0.0/16", { host: undefined, port: undefined }],
    ["fd00::/8", { host: undefined, port: undefined }],
    ["[fd00::1]:2525", { host: undefined, port: 2525 }],
  ])("%s is read", (entry, expected) => {
    expect(readAllowedTarget(entry)).toMatchObject(expected);
  });

  test.each([
    "",
    "mail lan",
    "10.1.0.0/33",
    "mail.lan:0",
    "mail.lan:70000",
    "[mail.lan]:25",
    "*.lan",
    "10.1.2",
    "-a.lan",
  ])("%j is refused", (entry) => {
    expect(readAllowedTarget(entry)).toBeUndefined();
  });
});

describe("connecting to a host that a company chose", () => {
  async function listen(): Promise<{ port: number; connections: () => number }> {
    let count = 0;
    const server: Server = createServer((socket) => {
      count += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    onTestFinished(() => void server.close());
    return { port: (server.address() as AddressInfo).port, connections: () => count };
  }

  test("[EGR-01] reaches no service of this machine, by whatever name or number", async () => {
    const { port, connections } = await listen();
    const egress = createEgress({ allowed: [] });
    // The system's lookup reads all of these as 127.0.0.1.
    for (const host of ["127.0.0.1", "localhost", "LOCALHOST.", "127.1", "2130706433", "0x7f000001", "0"])
      await expect(egress.connect({ host, port, ports: [port] })).rejects.toMatchObject({
        failure: expect.stringMatching(/^(notAllowed|hostNotFound)$/) as string,
      });
    expect(connections()).toBe(0);
  });

  test("[EGR-02] connects to the address that was checked, without a second lookup", async () => {
    const { port } = await listen();
    let lookups = 0;
    const egress = createEgress({
      allowed: allow(`127.0.0.1:${String(port)}`),
      // A rebinding name server: its second answer would be refused.
      lookUp: () => Promise.resolve([(lookups += 1) === 1 ? "127.0.0.1" : "10.0.0.1"]),
    });
    const socket = await egress.connect({ host: "rebind.example", port, ports: [25] });
    expect(socket.remoteAddress).toBe("127.0.0.1");
    expect(lookups).toBe(1);
    socket.destroy();
  });

  test("leaves out the inner addresses of a host that has both kinds", async () => {
    const { port, connections } = await listen();
    const egress = createEgress({
      allowed: allow("127.0.0.2"),
      lookUp: () => Promise.resolve(["127.0.0.1", "127.0.0.2"]),
    });
    await expect(egress.connect({ host: "both.example", port, ports: [port] })).rejects.toMatchObject({
      failure: "refused",
    });
    expect(connections()).toBe(0);
  });

  test("[EGR-03] refuses other ports than the protocol's, unless the operator names the port", async () => {
    const { port } = await listen();
    const lookUp = () => Promise.resolve(["127.0.0.1"]);
    const ports = [25];
    for (const allowed of [[], allow("127.0.0.0/8"), allow("mail.lan"), allow("mail.lan:26")])
      await expect(createEgress({ allowed, lookUp }).connect({ host: "mail.lan", port, ports })).rejects.toMatchObject({
        failure: "portNotAllowed",
      });
    const named = createEgress({ allowed: allow(`mail.lan:${String(port)}`), lookUp });
    (await named.connect({ host: "Mail.LAN", port, ports })).destroy();
    await expect(named.connect({ host: "other.lan", port, ports })).rejects.toMatchObject({
      failure: "portNotAllowed",
    });
  });

  test("says that a host does not exist", async () => {
    const egress = createEgress({ allowed: [], lookUp: () => Promise.reject(new Error("getaddrinfo ENOTFOUND")) });
    await expect(egress.connect({ host: "no.example", port: 25, ports: [25] })).rejects.toMatchObject({
      failure: "hostNotFound",
    });
  });
});
