import { EMPTY_LEAD, leadRecord, type Lead, type LeadFields, type LeadId } from "@ridgebook/contract";

/** A salesperson's body for a lead, valid and complete; give only what the test is about. */
export const buildLead = (fields: Partial<LeadFields> = {}): LeadFields => ({
  ...EMPTY_LEAD,
  firstName: "Karen & Tom",
  lastName: "Whitfield",
  phone: "+12695550168",
  email: "karen.whitfield@mail.test",
  street: "1847 Maple Ridge Dr",
  city: "Portage",
  state: "MI",
  zipCode: "49002",
  projectType: "Roofing",
  projectTypes: ["Roofing", "Gutters"],
  leadStatus: "Appointment set",
  meetingDate: "2026-05-14T13:00:00.000Z",
  ...fields,
});

/** A lead from the server, new and untouched; give only what the test is about. */
export const buildSavedLead = ({ id = 1, ...fields }: Partial<Omit<Lead, "id">> & { id?: number } = {}): Lead => ({
  ...buildLead(),
  id: id as LeadId,
  revision: 1,
  ...leadRecord.emptyRead,
  createdTime: "2026-05-01T12:00:00.000Z",
  modifiedTime: "2026-05-01T12:00:00.000Z",
  ...fields,
});
