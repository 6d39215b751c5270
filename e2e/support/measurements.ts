import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ADMIN } from "./account.ts";
import type { AppServer } from "./start-app.ts";
import { tokenOf } from "./past-the-page.ts";

/** One call as the demo's admin. */
export async function callAsAdmin(
  app: AppServer,
  { method, path, body }: { method: "PATCH" | "POST" | "PUT"; path: string; body: unknown },
): Promise<void> {
  const reply = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${await tokenOf(app, ADMIN)}`,
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
}

/** Makes the company fill its Details steps from measurements. */
export const offerPopulate = (app: AppServer): Promise<void> =>
  callAsAdmin(app, {
    method: "PATCH",
    path: "/api/settings/",
    body: [{ op: "replace", path: "/showMeasurmentPopulate", value: true }],
  });

export async function openPopulate(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Populate from measurements" }).click();
  await page.getByRole("heading", { level: 1, name: "Populate from measurements" }).waitFor();
}
