import { randomBytes, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { copyTemplate, makeFolder } from "#integrations/storage/make-folder.ts";
import { putFile } from "#integrations/storage/put-file.ts";
import type { FileStorage } from "#integrations/storage/stored-item.ts";

/** A storage with a folder to work in. */
interface StorageUnderTest {
  readonly storage: FileStorage;
  readonly rootId: string;
}

/** The contract tests for both providers and the in-memory storage. */
export function describeFileStorage(name: string, start: () => Promise<StorageUnderTest>): void {
  describe(`a file storage: ${name}`, () => {
    let storage: FileStorage;
    let rootId: string;
    beforeEach(async () => {
      ({ storage, rootId } = await start());
    });
    const newFolder = async (): Promise<string> =>
      (await makeFolder(storage, { parentId: rootId, name: randomUUID() })).item.id;
    const put = (parentId: string, bytes: Uint8Array, fileName = "Contract.pdf") =>
      putFile(storage, { parentId, name: fileName, bytes, contentType: "application/pdf" });

    test("[STORE-01] makes a folder once, whatever is in its name", async () => {
      const parentId = await newFolder();
      for (const folderName of ["O'Brien, Pat (7)", "100% & done #1", "Ünder ☂"]) {
        const made = await makeFolder(storage, { parentId, name: folderName });
        const found = await makeFolder(storage, { parentId, name: folderName });
        expect([made.isMade, found.isMade, found.item.id]).toEqual([true, false, made.item.id]);
        expect(found.item).toMatchObject({ name: folderName, isFolder: true, parents: [parentId] });
      }
      expect(await storage.children(parentId)).toHaveLength(3);
    });

    test("[INT-12] finds a file by its id, and nothing for one that is not there", async () => {
      const parentId = await newFolder();
      const { item } = await put(parentId, Buffer.from("paper"));
      expect(await storage.find(item.id)).toMatchObject({
        id: item.id,
        name: "Contract.pdf",
        isFolder: false,
        canDownload: true,
      });
      for (const id of ["", "no-such-id", "../secrets", "b!x:y", "x".repeat(400)])
        expect(await storage.find(id)).toBeUndefined();
    });

    test("[STORE-02] sends a file once, and again only with other bytes, in its place", async () => {
      const parentId = await newFolder();
      const first = await put(parentId, Buffer.from("draft"));
      const same = await put(parentId, Buffer.from("draft"));
      const changed = await put(parentId, Buffer.from("final"));
      expect([first.isSent, same.isSent, changed.isSent]).toEqual([true, false, true]);
      const [only, ...others] = await storage.children(parentId);
      expect(others).toEqual([]);
      if (!only) throw new Error("The file is gone.");
      expect((await storage.download(only, 1_000)).toString()).toBe("final");
    });

    test("[STORE-03] sends a file of many chunks byte for byte", async () => {
      const bytes = randomBytes(6_000_001);
      const { item } = await put(await newFolder(), bytes);
      expect((await storage.download(item, 10_000_000)).equals(bytes)).toBe(true);
    });

    test("[STORE-04] copies a template with its folders and files, and finishes a copy that was interrupted", async () => {
      const templateId = await newFolder();
      const photos = await makeFolder(storage, { parentId: templateId, name: "Photos" });
      await makeFolder(storage, { parentId: photos.item.id, name: "Before" });
      await put(templateId, Buffer.from("list"), "Checklist.txt");
      const folderId = await newFolder();
      // Left by an interrupted copy.
      await makeFolder(storage, { parentId: folderId, name: "Photos" });
      for (const _attempt of [1, 2]) expect(await copyTemplate(storage, { templateId, folderId })).toBe(true);
      const names = (await storage.children(folderId)).map((item) => item.name).sort();
      expect(names).toEqual(["Checklist.txt", "Photos"]);
      const copied = await storage.child({ parentId: folderId, name: "Photos" });
      expect((await storage.children(copied?.id ?? "")).map((item) => item.name)).toEqual(["Before"]);
    });
  });
}
