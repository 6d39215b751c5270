import { DEFAULT_SETTINGS, Problem } from "@ridgebook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { settled, TestDevice, type TestTab } from "#local-data/testing/test-device.ts";

let device: TestDevice;
let tab: TestTab;

beforeEach(async () => {
  device = new TestDevice();
  const { smtpPassword: _secret, ...settings } = DEFAULT_SETTINGS;
  device.server.hold("settings", {
    ...settings,
    smtpPasswordIsSet: false,
    measurementNames: { starter: "eaves" },
    id: 1,
  });
  tab = await device.openAnnsTab();
  await tab.sync.run();
  await settled();
});

const known = async () => (await tab.settings.read())?.measurementNames;
const sent = (): string[] => device.server.log.filter((call) => call.includes("measurement-names"));

describe("[MEASURE-16] the meaning of names in files of measurements", () => {
  test("is sent at once, and is the company's from then on", async () => {
    await tab.measurementNames.choose({ "drip edge": "rakes" });
    expect(await known()).toEqual({ starter: "eaves", "drip edge": "rakes" });
    expect(await tab.measurementNames.readUnsent()).toEqual({});
  });

  test("is kept without a signal, over a reload, and sent when there is one", async () => {
    device.goOffline();
    await tab.measurementNames.choose({ "drip edge": "rakes" });
    await tab.measurementNames.choose({ vents: "" });
    tab.stop();
    tab = await device.openAnnsTab();
    expect(await tab.measurementNames.readUnsent()).toEqual({ "drip edge": "rakes", vents: "" });
    expect(sent()).toEqual([]);
    device.goOnline();
    await tab.sync.run();
    await settled();
    expect(sent()).toHaveLength(1);
    expect(await known()).toEqual({ starter: "eaves", "drip edge": "rakes", vents: "" });
    expect(await tab.measurementNames.readUnsent()).toEqual({});
  });

  test("that is chosen again while it is sent is sent again", async () => {
    const first = tab.measurementNames.choose({ vents: "" });
    const second = tab.measurementNames.choose({ vents: "hips" });
    await Promise.all([first, second]);
    await tab.measurementNames.send();
    expect(await known()).toMatchObject({ vents: "hips" });
    expect(await tab.measurementNames.readUnsent()).toEqual({});
  });

  test("stays here while the server fails, and is given up where it refuses", async () => {
    device.server.faults.push(new Problem("unexpected"));
    await tab.measurementNames.choose({ vents: "" });
    expect(await tab.measurementNames.readUnsent()).toEqual({ vents: "" });
    device.server.faults.push(new Problem("validation", { errors: { names: ["At most 1,000 names."] } }));
    await tab.measurementNames.send();
    expect(await tab.measurementNames.readUnsent()).toEqual({});
  });
});
