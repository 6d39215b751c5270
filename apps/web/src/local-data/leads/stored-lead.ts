import type { Lead } from "@ridgebook/contract";

/** A lead as the device holds it; its id is negative until the server has given it one. */
export type StoredLead = Omit<Lead, "id"> & { id: number };
