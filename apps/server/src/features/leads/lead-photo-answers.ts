import {
  type UserId,
  type CompanyId,
  type FieldErrors,
  fileMessages,
  fileUrl,
  type LeadPhoto,
  leadPhotoRecord,
  mergeChange,
  Problem,
  UPLOAD_FIELD,
  type UploadedFile,
} from "@ridgebook/contract";
import { hasLead } from "#database/has-lead.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { conflictWithAuthors } from "#database/field-authors.ts";
import { storable } from "#database/storable.ts";
import { inCompany, inCompanyPrepared } from "#http/handlers.ts";
import { orNotFound } from "#http/or-not-found.ts";
import {
  addLeadPhoto,
  holdLeadPhoto,
  listLeadPhotos,
  removeLeadPhoto,
  updateCaption,
  type LeadPhotoRow,
} from "./lead-photo-repository.ts";

interface PhotoFiles {
  readonly makeId: (of: { companyId: CompanyId; file: UploadedFile }) => string;
  /** Strips a picture's metadata. Throws validation if it cannot be decoded. */
  readonly toStorable: (file: UploadedFile) => Promise<UploadedFile & { readonly bytesHash: string }>;
  readonly write: (key: { companyId: CompanyId; id: string }, bytes: Uint8Array) => Promise<void>;
  /** Throws validation if the file exceeds the company's quota. */
  readonly assertRoom: (scope: CompanyScope, file: { id: string; size: number }) => Promise<void>;
  /** Adds the record of a stored file. Throws validation if the quota was used up in the meantime. */
  readonly add: (
    scope: CompanyScope,
    file: { id: string; name: string; size: number; contentType: string; bytesHash: string; uploadTime: Date },
  ) => Promise<unknown>;
  readonly find: (scope: CompanyScope, id: string) => Promise<{ readonly contentType: string } | undefined>;
}

const toLeadPhoto = ({ companyId, takenTime, createdTime, createdBy, ...row }: LeadPhotoRow): LeadPhoto => {
  const { id, revision, leadId, fileId, name, caption } = row;
  const url = fileUrl({ id: fileId, companyId });
  return {
    id,
    revision,
    leadId,
    fileId,
    name,
    caption,
    url,
    thumbnailUrl: url,
    takenAt: takenTime.toISOString(),
    createdTime: createdTime.toISOString(),
    createdByUserId: createdBy,
  };
};

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new Problem("validation", { errors });
}

/** The routes of lead photos (API-48). */
export const leadPhotoAnswers = ({ files, now }: { files: PhotoFiles; now: () => Date }) => ({
  ...inCompanyPrepared("createLeadPhoto", {
    async prepare({ body, file: sent, companyId, transact }) {
      const arrived = sent && { ...sent, name: body.name };
      if (!arrived) return undefined;
      // The id is of the bytes as sent; those of an older app may have metadata.
      const id = files.makeId({ companyId, file: arrived });
      if (id !== body.fileId) refuse({ fileId: ["The photo is not the one that was sent off. Please add it again."] });
      const { name, contentType, bytes, bytesHash } = await files.toStorable(arrived);
      await transact((scope) => files.assertRoom(scope, { id, size: bytes.length }));
      // Bytes first: a photo without its picture would be worse than unused bytes.
      await files.write({ companyId, id }, bytes);
      return { id, name, size: bytes.length, contentType, bytesHash };
    },

    async handle({ body: { leadId, fileId, caption, takenAt }, prepared: stored, scope }) {
      const createdTime = now();
      const errors: FieldErrors = {};
      if (!(await hasLead(scope, leadId))) errors["leadId"] = ["The lead must be one of the company's leads."];
      // A picture that the company already has is not sent again.
      const isPicture = stored ?? (await files.find(scope, fileId))?.contentType.startsWith("image/");
      if (!isPicture) errors[UPLOAD_FIELD] = [fileMessages.empty];
      refuse(errors);
      if (stored) await files.add(scope, { ...stored, uploadTime: createdTime });
      const values = { leadId, fileId, caption: storable(caption), takenTime: new Date(takenAt), createdTime };
      return toLeadPhoto(await addLeadPhoto(scope, values));
    },
  }),

  ...inCompany({
    async listLeadPhotos({ query, scope }) {
      if (!(await hasLead(scope, query.id))) throw new Problem("notFound");
      return (await listLeadPhotos(scope, query.id)).map(toLeadPhoto);
    },

    async updateLeadPhoto({ params, body: { former, revision: _seen, ...wanted }, scope }) {
      const held = orNotFound(await holdLeadPhoto(scope, params.id));
      const { values, conflicts } = mergeChange<{ caption: string }>({
        written: leadPhotoRecord.written,
        current: held,
        wanted,
        former,
        store: storable,
      });
      const lastSave = { by: held.modifiedBy as UserId | null, at: held.modifiedTime.toISOString() };
      if (conflicts) throw await conflictWithAuthors(scope, { conflicts, fieldAuthors: {}, lastSave });
      if (values.caption === undefined) return toLeadPhoto(held);
      const changed = { caption: values.caption, modifiedTime: now(), modifiedBy: scope.userId ?? null };
      await updateCaption(scope, params.id, changed);
      return toLeadPhoto({ ...held, ...changed, revision: held.revision + 1 });
    },

    async deleteLeadPhoto({ params, scope }) {
      if (!(await holdLeadPhoto(scope, params.id))) throw new Problem("notFound");
      await removeLeadPhoto(scope, params.id);
    },
  }),
});
