const SHAREPOINT = /^https:\/\/([a-z0-9-]+?)(-my)?\.sharepoint\.com$/;
const PERSONAL = "https://onedrive.live.com";

/**
 * The hosts of Microsoft that a picker at this one works with: people's own drives and the sites of one organization have a host each. Empty
 * for what is no host of Microsoft's.
 */
export function sharePointHosts(at: string): readonly string[] {
  if (at === PERSONAL) return [at];
  const [, tenant, isOwn] = SHAREPOINT.exec(at) ?? [];
  if (tenant === undefined) return [];
  return [at, `https://${tenant}${isOwn === undefined ? "-my" : ""}.sharepoint.com`];
}
