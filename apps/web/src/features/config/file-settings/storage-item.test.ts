import { FILE_CAN_DOWNLOAD_MESSAGE, FILE_EXISTS_MESSAGE, type StorageFile } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { storageItemProblem } from "./storage-item.ts";

const FOLDER: StorageFile = {
  id: "1a",
  name: "Projects",
  parents: [],
  url: "",
  canDownload: false,
  lastModified: null,
  isFolder: true,
};
const FILE: StorageFile = { ...FOLDER, name: "Prices.xlsx", canDownload: true, isFolder: false };

test.each([
  { given: "a folder that is there", found: FOLDER, isFile: false, problem: undefined },
  { given: "a file that is there", found: FILE, isFile: true, problem: undefined },
  { given: "one in the trash", found: null, isFile: false, problem: FILE_EXISTS_MESSAGE },
  { given: "a file for a folder", found: FILE, isFile: false, problem: "Prices.xlsx is a file. Choose a folder." },
  { given: "a folder for a file", found: FOLDER, isFile: true, problem: "Projects is a folder. Choose a file." },
  {
    given: "a file that may not be downloaded",
    found: { ...FILE, canDownload: false },
    isFile: true,
    problem: FILE_CAN_DOWNLOAD_MESSAGE,
  },
])("[VAL-27] [VAL-28] $given", ({ found, isFile, problem }) => {
  expect(storageItemProblem(found, { isFile })).toBe(problem);
});
