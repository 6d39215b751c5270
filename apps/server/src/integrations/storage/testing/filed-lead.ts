import type { DocumentId, DocumentKind, Lead, SettingsFields } from "@ridgebook/contract";
import { buildDocument, drawSignature } from "#testing/build-document.ts";
import type { SignedIn } from "#testing/test-application.ts";

export async function setSettings(admin: SignedIn, values: Partial<SettingsFields>): Promise<void> {
  const body = Object.entries(values).map(([name, value]) => ({ op: "replace" as const, path: `/${name}`, value }));
  const reply = await admin.call("updateSettings", { body });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
}

/** A lead with an estimate, whose papers are uploaded. */
interface FiledLead {
  readonly id: Lead["id"];
  read(): Promise<Lead>;
  /** Queued with its PDF, which the jobs draw. */
  addPaper(kind: DocumentKind, options?: { isSigned?: boolean; name?: string }): Promise<DocumentId>;
}

export async function newFiledLead(admin: SignedIn, values: object = {}): Promise<FiledLead> {
  const lead = await admin.call("createLead", {
    body: { firstName: "Dana", lastName: "Whitlock", projectTypes: ["Roofing"], ...values },
  });
  const estimate = await admin.callRaw("createEstimate", {
    body: { leadId: lead.body.id, name: "House", workflowIds: [1] },
  });
  const { id: estimateId } = estimate.body as { id: number };
  return {
    id: lead.body.id,
    read: async () => (await admin.call("getLead", { params: { id: lead.body.id } })).body,
    async addPaper(kind, { isSigned = false, name = "Contract" } = {}) {
      const signatures = isSigned ? { customer: await drawSignature() } : {};
      const reply = await admin.callRaw("createDocument", {
        body: await buildDocument({ estimateId, kind, name, signatures, workflows: ["1"] }),
      });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      return (reply.body as { id: DocumentId }).id;
    },
  };
}
