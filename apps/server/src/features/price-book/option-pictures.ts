import { fileExtension, IMAGE_EXTENSIONS } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { findFileNames } from "#database/named-files.ts";

const FILE_OF_URL = /^\/api\/files\/download\/([^?]+)(?:\?companyId=(\d+))?$/i;

export const FOREIGN_PICTURE = "The picture is not one of the company's files.";

/** Picture addresses of options that are not files of the company. Small data URLs are fine. */
export async function findForeignPictures(scope: CompanyScope, urls: readonly string[]): Promise<ReadonlySet<string>> {
  const filed = urls
    .filter((url) => !url.startsWith("data:"))
    .map((url) => {
      const [, id = "", companyId] = FILE_OF_URL.exec(url) ?? [];
      return { url, id, isOwn: companyId === undefined || Number(companyId) === scope.companyId };
    });
  const names = await findFileNames(
    scope,
    filed.map(({ id }) => id),
  );
  const isPicture = (id: string): boolean =>
    IMAGE_EXTENSIONS.some((extension) => extension === fileExtension(names.get(id) ?? ""));
  return new Set(filed.flatMap(({ url, id, isOwn }) => (isOwn && isPicture(id) ? [] : [url])));
}
