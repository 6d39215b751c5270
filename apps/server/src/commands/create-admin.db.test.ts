import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { buildServer } from "#testing/server-process.ts";
import { startTestApplication, TEST_PASSWORD, type TestApplication } from "#testing/test-application.ts";

let server: TestApplication;
let folder: string;
let program: string;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
  folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-command-"));
  program = path.join(path.dirname(await buildServer()), "commands/create-admin.js");
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command as a separate process on the test server's database. */
async function createAdmin(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { appUrl, platformUrl, ownerUrl } = server.testDatabase;
  const env = {
    PATH: process.env["PATH"],
    DATA_DIR: path.join(folder, "data"),
    PUBLIC_URL: "https://ridgebook.test",
    DATABASE_URL: appUrl,
    DATABASE_PLATFORM_URL: platformUrl,
    DATABASE_OWNER_URL: ownerUrl,
  };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [program, ...args], { env })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

test("[MOVE-10] the command prints a link with which the first super admin chooses a password, and says why it cannot", async () => {
  expect(await createAdmin("nobody")).toMatchObject({
    code: 1,
    stderr: "Usage: npm run create-admin -- EMAIL [FIRST-NAME LAST-NAME]\n",
  });

  const { code, stdout } = await createAdmin("boss@gable.test", "Hank", "Brandt");
  expect(code).toBe(0);
  expect(stdout).toMatch(/It is good for the installation in the database test_\w+ of /);
  const link = new URL(/https:\S+/.exec(stdout)?.[0] ?? "");
  expect(`${link.origin}${link.pathname}`).toBe("https://ridgebook.test/account/setup");
  const body = {
    userId: Number(link.searchParams.get("userId")),
    code: link.searchParams.get("code") ?? "",
    password: TEST_PASSWORD,
  };
  expect((await server.callRaw("setUp", { body })).status).toBe(204);
  const boss = await server.signIn({ email: "boss@gable.test" });
  expect((await boss.call("getSelf")).body).toMatchObject({ firstName: "Hank", lastName: "Brandt" });
  expect((await boss.call("createCompany", { body: { name: "First" } })).status).toBe(200);

  const again = await createAdmin("other@gable.test");
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toMatch(/super admin/i);
});
