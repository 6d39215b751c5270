import { expect, test } from "vitest";
import { clientOf } from "./client-address.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["a socket", "a socket"],
])("[AUTH-31] attempts from %s count for %s", (address, network) => {
  expect(clientOf(address)).toBe(network);
});
