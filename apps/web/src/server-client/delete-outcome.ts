import { Problem } from "@ridgebook/contract";

/**
 * Whether a delete call left the record deleted: one that was gone already (404) is, one that the server refuses (409)
 * is not (1.§8). Every other failure is passed on.
 */
export async function wasDeleted(deleting: Promise<unknown>): Promise<boolean> {
  try {
    await deleting;
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return true;
    if (error instanceof Problem && error.status === 409) return false;
    throw error;
  }
}
