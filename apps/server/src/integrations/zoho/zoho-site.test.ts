import { expect, test } from "vitest";
import type { HttpCallRequest } from "#egress/http-call.ts";
import { createZohoSite, parseZohoSecrets, ZOHO_DATA_CENTERS } from "./zoho-site.ts";

test("[ZOHO-01] [ZOHO-31] each data center gets its own client secret, and the others the usual one", async () => {
  const sent: HttpCallRequest[] = [];
  const site = createZohoSite(
    { clientId: "1000.A", clientSecret: "usual", clientSecrets: { eu: "of Europe" }, dataCenters: ZOHO_DATA_CENTERS },
    {
      isRehearsal: false,
      publicUrl: "https://app.ridgebook.test",
      now: () => new Date(),
      call: (request) => {
        sent.push(request);
        return Promise.resolve({ status: 200, headers: {}, body: Buffer.from('{"access_token":"1000.at"}') });
      },
    },
  );
  const secretAt = async (location: string): Promise<(string | null | undefined)[]> => {
    await site.renew("1000.rt", { location });
    const last = sent.at(-1);
    return [last?.url, new URLSearchParams(String(last?.body)).get("client_secret")];
  };
  expect(await secretAt("eu")).toEqual(["https://accounts.zoho.eu/oauth/v2/token", "of Europe"]);
  expect(await secretAt("us")).toEqual(["https://accounts.zoho.com/oauth/v2/token", "usual"]);
  expect(await secretAt("ca")).toEqual(["https://accounts.zohocloud.ca/oauth/v2/token", "usual"]);
});

test("[ZOHO-31] secrets of data centers are read from one text", () => {
  expect(parseZohoSecrets("eu=a1, in=b=2")).toEqual({ eu: "a1", in: "b=2" });
  expect(parseZohoSecrets("eu=a1,toString=b")).toBeUndefined();
});
