/** A route's path with its parameters filled in. */
export const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/**
 * Path and query of a call. Values that are undefined or null are left out, a list is written once for each of its values; a chosen company rides along with every
 * call (1.§6).
 */
export function requestUrl({
  path,
  query = {},
  companyId,
}: {
  path: string;
  /** Undefined and null are left out; everything else has a plain text. */
  query?: Record<string, unknown> | undefined;
  companyId: number | null;
}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null)
      for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) search.append(name, queryText(each));
  if (companyId !== null) search.append("companyId", String(companyId));
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Contract queries hold texts, numbers and yes or no; anything else would be a mistake and shows as JSON. */
const queryText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
