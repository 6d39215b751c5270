const SHAREPOINT = /^https:\/\/([a-z0-9-]+?)(-my)?\.sharepoint\.com$/;
const PERSONAL = "https://onedrive.live.com";

/**
 * The hosts that Microsoft's picker at this host uses: an organization has one host for personal drives and one for sites. Empty if the
 * host is not Microsoft's.
 */
export function sharePointHosts(at: string): readonly string[] {
  if (at === PERSONAL) return [at];
  const [, tenant, isOwn] = SHAREPOINT.exec(at) ?? [];
  if (tenant === undefined) return [];
  return [at, `https://${tenant}${isOwn === undefined ? "-my" : ""}.sharepoint.com`];
}
