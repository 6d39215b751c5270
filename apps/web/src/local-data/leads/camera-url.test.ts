import { expect, test } from "vitest";
import { leadFields, TestDevice } from "#local-data/testing/test-device.ts";

const LINK = "https://app.companycam.com/projects/61200417";

test("[CONN-44] a link is kept with the lead beside what waits to be sent, and is there without a signal", async () => {
  const device = new TestDevice();
  device.server.put({ id: 7, ...leadFields(), cameraUrl: "" });
  const tab = await device.openAnnsTab();
  await tab.sync.run();
  device.server.isDown = true;
  await tab.leads.update(7, { city: "Portage" });
  device.server.isDown = false;
  await tab.leads.setCameraUrl(7, LINK);
  expect(device.server.lead(7)).toMatchObject({ cameraUrl: LINK });
  device.goOffline();
  device.server.isDown = true;
  expect(await tab.leads.find(7)).toMatchObject({ cameraUrl: LINK, city: "Portage" });

  // Neither without a signal nor for a lead that the server does not have.
  await expect(tab.leads.setCameraUrl(7, "")).rejects.toMatchObject({ code: "unavailable" });
  const { id } = await tab.leads.create(leadFields());
  await expect(tab.leads.setCameraUrl(id, LINK)).rejects.toMatchObject({ code: "notFound" });
  expect(await tab.leads.find(7)).toMatchObject({ cameraUrl: LINK });
});
