import { EMPTY_LEAD, type Lead, type LeadFields } from "@ridgebook/contract";

/** A stored lead; its id is negative until the server has given it one. */
export type StoredLead = Omit<Lead, "id"> & { id: number };

/** The initial values of members that only the server writes. */
const SERVER_FIELDS = {
  revision: 0,
  externalId: null,
  userExternalId: null,
  projectFolderLink: "",
  projectFolderId: "",
  contractFolderLink: "",
  contractFolderId: "",
  estimationFolderLink: "",
  estimationFolderId: "",
  productionFolderLink: "",
  productionFolderId: "",
  hoverJobId: null,
  cameraUrl: "",
} as const satisfies Partial<StoredLead>;

/** A new lead. `time` is an ISO date and time. */
export const newStoredLead = (fields: Partial<LeadFields>, time: string): Omit<StoredLead, "id"> => ({
  ...EMPTY_LEAD,
  ...fields,
  ...SERVER_FIELDS,
  createdTime: time,
  modifiedTime: time,
});
