import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { beginKeyFileRotation, endKeyFileRotation, parseSecretKeys, readSecretKeys } from "./read-secret-keys.ts";
import { createSecretBox, SecretsError, type SecretPlace } from "./secret-box.ts";

const key = (fill: number): Buffer => Buffer.alloc(32, fill);
const place: SecretPlace = { table: "company_settings", column: "values", name: "smtpPassword", companyId: 3 };

describe("[SEC-01] a sealed secret", () => {
  const box = createSecretBox([key(1)]);

  test("opens again, and looks different each time", () => {
    const sealed = [box.seal("Mail-1 ü", place), box.seal("Mail-1 ü", place)];
    expect(sealed[0]).not.toBe(sealed[1]);
    expect(sealed.join("")).not.toContain("Mail-1");
    expect(sealed.map((each) => box.open(each, place))).toEqual(["Mail-1 ü", "Mail-1 ü"]);
  });

  test("does not open in another row, column or table", () => {
    const sealed = box.seal("Mail-1", place);
    for (const other of [{ companyId: 4 }, { companyId: null }, { column: "x" }, { table: "x" }, { name: "x" }])
      expect(() => box.open(sealed, { ...place, ...other })).toThrow(/copied from another row/);
  });

  test("does not open when a character was changed or the end is missing", () => {
    const sealed = box.seal("Mail-1", place);
    const end = sealed.at(-3) === "A" ? "B" : "A";
    for (const changed of [`${sealed.slice(0, -3)}${end}${sealed.slice(-2)}`, sealed.slice(0, -4), sealed.slice(0, 45)])
      expect(() => box.open(changed, place)).toThrow(SecretsError);
  });

  test("an older value is returned unchanged, and is not current", () => {
    expect(box.open("Mail-1", place)).toBe("Mail-1");
    expect(box.isCurrent("Mail-1")).toBe(false);
  });

  test("[SEC-03] opens after a rotation while the former key is kept; without it, the message says what to do", () => {
    const sealed = box.seal("Mail-1", place);
    const rotated = createSecretBox([key(2), key(1)]);
    expect(rotated.open(sealed, place)).toBe("Mail-1");
    expect([rotated.isCurrent(sealed), rotated.isCurrent(rotated.seal("x", place))]).toEqual([false, true]);
    const lost = createSecretBox([key(2)]);
    expect(() => lost.open(sealed, place)).toThrow(
      new RegExp(`key ${box.keyId}, but this server has only ${lost.keyId}\\. Set SECRETS_KEY.*secrets\\.key`),
    );
  });
});

describe("keys", () => {
  async function dataFolder(): Promise<string> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-secrets-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  }
  const nothingSealed = () => Promise.resolve(undefined);
  const read = (folder: string) =>
    readSecretKeys({ given: undefined, dataFolder: folder, readNeededKeyId: nothingSealed });

  test("[SEC-02] the first start makes a file that only its owner reads; several at once agree", async () => {
    const folder = path.join(await dataFolder(), "new");
    const all = await Promise.all([read(folder), read(folder), read(folder)]);
    expect(new Set(all.map(([first]) => first.toString("hex"))).size).toBe(1);
    expect(await readdir(folder)).toEqual(["secrets.key"]);
    expect((await stat(path.join(folder, "secrets.key"))).mode & 0o777).toBe(0o600);
    expect(await read(folder)).toEqual(all[0]);
  });

  test("[SEC-02] given ones come first, and no file is made", async () => {
    const folder = await dataFolder();
    expect(await readSecretKeys({ given: [key(1)], dataFolder: folder, readNeededKeyId: nothingSealed })).toEqual([
      key(1),
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  test("[SEC-03] a file that others can read, or that holds no key, stops the start and stays unchanged", async () => {
    const folder = await dataFolder();
    const file = path.join(folder, "secrets.key");
    await writeFile(file, "not a key\n", { mode: 0o600 });
    await expect(read(folder)).rejects.toThrow(/does not hold a key of 32 bytes/);
    expect(await readFile(file, "utf8")).toBe("not a key\n");
    await rm(file);
    await writeFile(file, key(1).toString("hex"), { mode: 0o644 });
    await expect(read(folder)).rejects.toThrow(/Run: chmod 600/);
  });

  test("[SEC-03] a missing file is made only where nothing is sealed; else the key that is missing is named", async () => {
    const folder = await dataFolder();
    const missing = readSecretKeys({
      given: undefined,
      dataFolder: folder,
      readNeededKeyId: () => Promise.resolve("0123456789abcdef"),
    });
    await expect(missing).rejects.toThrow(
      /encrypted with key 0123456789abcdef, and there is no key: SECRETS_KEY is not set, and \S+secrets.key does not exist/,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test("[SEC-04] the key file is rotated in two steps, of which each can be repeated", async () => {
    const folder = await dataFolder();
    await expect(beginKeyFileRotation(folder)).rejects.toThrow("there is no key to change");
    const [former] = await read(folder);
    const keys = await beginKeyFileRotation(folder);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toEqual(former);
    // Ended in the middle and run again, it goes on with the same key.
    expect(await beginKeyFileRotation(folder)).toEqual(keys);
    const [kept, ...others] = await endKeyFileRotation(folder);
    expect(others).toEqual([]);
    expect(await read(folder)).toEqual([keys[0]]);
    expect(parseSecretKeys(await readFile(kept ?? "", "utf8"))).toEqual([former]);
    for (const name of await readdir(folder)) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    expect(await endKeyFileRotation(folder)).toEqual([]);
  });

  test("are read as base64 and hex, the current one first", () => {
    expect(parseSecretKeys(`${key(2).toString("base64")}\n${key(1).toString("hex")}\n`)).toEqual([key(2), key(1)]);
    expect(parseSecretKeys(`${key(2).toString("base64")}, ${key(1).toString("hex")}`)).toEqual([key(2), key(1)]);
    for (const wrong of ["", "abc", key(1).toString("hex").slice(2), `${key(1).toString("hex")},x`])
      expect(parseSecretKeys(wrong)).toBeUndefined();
  });
});
