import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readCorners } from "../../apps/web/src/files/testing/read-corners.ts";
import { ADMIN } from "../support/account.ts";
import { DEMO_LEAD } from "../support/demo-estimates.ts";
import { findLeadId } from "../support/leads.ts";
import { prepareWebKitTablet } from "./webkit-tablet.ts";

/*
 * A real HEIC in an engine that decodes HEVC as video, but shows no HEIC: WebKitGTK, as Chromium with a decoder in its hardware. Its
 * decoder is GStreamer's (`gstreamer1.0-libav`); without it these tests are skipped.
 */

const tablet = prepareWebKitTablet();

const heic = (name: string): string =>
  fileURLToPath(new URL(`../../apps/web/src/files/heic/testing/${name}.heic`, import.meta.url));

/** In the EXIF data of both, beside a position. */
const SECRET = "SECRET";

const decodesHevc = (): Promise<boolean> =>
  tablet.browser.tab.evaluate(
    async () =>
      "VideoDecoder" in globalThis &&
      (await VideoDecoder.isConfigSupported({ codec: "hvc1.3.E.L30" })).supported === true,
  );

test("[FILE-10] [FILE-12] photos in HEIC, one picture or a grid, are stored as upright JPEG without position", async (context) => {
  const { person, app, browser } = tablet;
  const leadId = await findLeadId(app, DEMO_LEAD);
  await tablet.logIn(ADMIN, `/estimator/leads/${String(leadId)}/details`, DEMO_LEAD);
  if (!(await decodesHevc())) context.skip("This WebKit has no decoder of HEVC.");
  for (const [index, name] of ["turned", "grid"].entries()) {
    expect(await readFile(heic(name), "latin1")).toContain(SECRET);
    await person.chooseFile("Choose photos", heic(name));
    const photos = await person.waitFor(`${name} on the server`, async () => {
      const rows = await app.query<{ file_id: string }>(
        "select file_id from lead_photo where lead_id = $1 order by id",
        [leadId],
      );
      return rows.length > index && rows;
    });
    const base64 = await browser.tab.evaluate(async (id) => {
      const reply = await fetch(`/api/Files/Download/${id}`, { cache: "no-store" });
      return btoa(String.fromCharCode(...new Uint8Array(await reply.arrayBuffer())));
    }, photos[index]?.file_id ?? "");
    const stored = Buffer.from(base64, "base64");
    expect(await readCorners(stored), name).toBe("240x120 red green blue white");
    const { format, exif, orientation } = await sharp(stored).metadata();
    expect([format, exif, orientation, stored.includes(SECRET)]).toEqual(["jpeg", undefined, undefined, false]);
  }
  expect(browser.errors).toEqual([]);
});
