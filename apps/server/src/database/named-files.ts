import { fileExtension, fileMessages, isNoFile, type FieldErrors, type UploadExtension } from "@ridgebook/contract";
import { and, eq, inArray } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";
import { file } from "./schema/settings-tables.ts";

/** A request body's member that names files. */
interface NamedFiles {
  /** The member for error messages. */
  readonly field: string;
  readonly ids: readonly string[];
  /** Allowed file types; default: any. */
  readonly extensions?: readonly UploadExtension[];
}

const UNKNOWN = "The file is not one of the company's files. Please upload it again.";

/** Names of the company's files by id, without missing files. */
export async function findFileNames(scope: CompanyScope, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db
    .select({ id: file.id, name: file.name })
    .from(file)
    .where(and(eq(file.companyId, scope.companyId), inArray(file.id, [...new Set(ids)])));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Adds to `errors` the members that name missing files or files of the wrong type; papers that use them would fail later, when it is too late
 * to fix. 64 zeros mean "no file" and are allowed (1.§3).
 */
export async function checkNamedFiles(
  scope: CompanyScope,
  named: readonly NamedFiles[],
  errors: FieldErrors,
): Promise<void> {
  const given = named.map((each) => ({ ...each, ids: each.ids.filter((id) => !isNoFile(id)) }));
  const names = await findFileNames(
    scope,
    given.flatMap(({ ids }) => ids),
  );
  for (const { field, ids, extensions } of given) {
    const messages = ids.flatMap((id) => {
      const name = names.get(id);
      if (name === undefined) return UNKNOWN;
      return extensions?.some((allowed) => allowed === fileExtension(name)) === false
        ? fileMessages.type(extensions)
        : [];
    });
    if (messages.length > 0) errors[field] = [...new Set([...(errors[field] ?? []), ...messages])];
  }
}
