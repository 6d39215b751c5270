import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { CompanyId } from "@ridgebook/contract";
import { startS3Server } from "@ridgebook/testing/s3-server";
import { FSDriver } from "flydrive/drivers/fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openFileStore, type FileStore } from "./file-store.ts";

const own = 1 as CompanyId;
const foreign = 2 as CompanyId;
const id = "ab".repeat(32);
/** Every byte there is, so that nothing on the way takes them for text. */
const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);

/** The contract of every file store, wherever it keeps the bytes. */
function describeFileStore(name: string, start: () => Promise<{ store: FileStore; stop: () => Promise<void> }>): void {
  describe(`file store: ${name}`, () => {
    let store: FileStore;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      ({ store, stop } = await start());
    });
    afterAll(() => stop());

    test("reads written files, byte for byte", async () => {
      await store.write({ companyId: own, id }, bytes);
      expect(Buffer.from((await store.read({ companyId: own, id })) ?? [])).toEqual(Buffer.from(bytes));
    });

    test("written again, also at the same time, it exists again", async () => {
      await Promise.all([1, 2, 3].map(() => store.write({ companyId: own, id }, bytes)));
      expect((await store.read({ companyId: own, id }))?.length).toBe(256);
    });

    test("returns undefined for a file that was never written", async () => {
      expect(await store.read({ companyId: own, id: "cd".repeat(32) })).toBeUndefined();
    });

    test("[API-38] companies do not share bytes, also not under the same id", async () => {
      await store.write({ companyId: own, id }, bytes);
      expect(await store.read({ companyId: foreign, id })).toBeUndefined();
      await store.write({ companyId: foreign, id }, bytes.slice(0, 3));
      expect((await store.read({ companyId: own, id }))?.length).toBe(256);
      expect((await store.read({ companyId: foreign, id }))?.length).toBe(3);
    });

    test("[ADMIN-12] an archive is stored from a file, read piece by piece, and removed", async () => {
      const key = { companyId: own, archiveId: "0f7c" };
      expect(await store.readArchive(key)).toBeUndefined();
      const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-archive-"));
      await writeFile(path.join(folder, "archive"), bytes);
      await store.writeArchive(key, path.join(folder, "archive"));
      await rm(folder, { recursive: true });
      const archive = await store.readArchive(key);
      expect(archive?.size).toBe(256);
      expect(Buffer.concat((await archive?.chunks.toArray()) as Buffer[])).toEqual(Buffer.from(bytes));
      await store.removeArchive(key);
      expect(await store.readArchive(key)).toBeUndefined();
    });

    test("[ADMIN-17] all bytes of a company are removed but those that are kept, and no other company's", async () => {
      const [other, like] = ["ef".repeat(32), 12 as CompanyId];
      for (const key of [
        { companyId: own, id },
        { companyId: own, id: other },
        { companyId: like, id },
      ])
        await store.write(key, bytes);
      await store.removeAll(own, new Set([other]));
      expect(await store.read({ companyId: own, id })).toBeUndefined();
      expect(await store.read({ companyId: own, id: other })).toBeDefined();
      expect(await store.read({ companyId: like, id })).toBeDefined();
      await store.removeAll(99 as CompanyId, new Set());
    });
  });
}

describeFileStore("folder", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-files-"));
  return {
    store: await openFileStore({ kind: "folder", folder }),
    stop: async () => {
      const left = await readdir(folder, { recursive: true });
      await rm(folder, { recursive: true });
      expect(left.filter((file) => file.endsWith(".part"))).toEqual([]);
    },
  };
});

describeFileStore("S3", async () => {
  const server = await startS3Server();
  vi.stubEnv("AWS_ACCESS_KEY_ID", server.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test-secret");
  const { endpoint, bucket } = server;
  return {
    store: await openFileStore({ kind: "s3", bucket, region: "us-east-1", endpoint }),
    stop: async () => {
      vi.unstubAllEnvs();
      await server.close();
    },
  };
});

test("a failing store is an error, not a missing file", async () => {
  const server = await startS3Server();
  vi.stubEnv("AWS_ACCESS_KEY_ID", "somebody-else");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test-secret");
  try {
    const { endpoint, bucket } = server;
    const store = await openFileStore({ kind: "s3", bucket, region: "us-east-1", endpoint });
    await expect(store.write({ companyId: own, id }, bytes)).rejects.toThrow();
    await expect(store.read({ companyId: own, id })).rejects.toThrow();
    expect(server.objects.size).toBe(0);
  } finally {
    vi.unstubAllEnvs();
    await server.close();
  }
});

test.each(["ENOSPC", "EDQUOT"])(
  "[REQ-11] a folder on a full disk (%s) is an error, and leaves no part of the file",
  async (code) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-files-"));
    const store = await openFileStore({ kind: "folder", folder });
    const full = Object.assign(new Error("no space left on device"), { code });
    const put = vi.spyOn(FSDriver.prototype, "put").mockImplementation(async (key) => {
      await mkdir(path.dirname(path.join(folder, key)), { recursive: true });
      await writeFile(path.join(folder, key), bytes.slice(0, 3));
      throw full;
    });
    try {
      await expect(store.write({ companyId: own, id }, bytes)).rejects.toBe(full);
      const left = await readdir(folder, { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile())).toEqual([]);
    } finally {
      put.mockRestore();
      await rm(folder, { recursive: true });
    }
  },
);
