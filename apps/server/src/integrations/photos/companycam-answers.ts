import { companyCamProjectOf, Problem, type CompanyCamPhoto, type CompanyId, type LeadId } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { inCompanySteps } from "#http/handlers.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { accountCalls } from "#integrations/connection/account-calls.ts";
import { asProblem, type Connections, type ProviderRoutes } from "#integrations/connection/connections.ts";
import { createCompanyCamPhotos, PHOTO_LIST, type PhotoPlace } from "./companycam-photos.ts";
import type { KeptPhoto } from "./read-companycam.ts";

type Who = Parameters<Connections["account"]>[0];

function toPhoto(
  { id, takenAt, creatorName, description }: KeptPhoto,
  { leadId, projectId, cursor, companyId }: PhotoPlace & { leadId: LeadId; companyId: CompanyId },
): CompanyCamPhoto {
  const addressOf = (size: string): string => {
    // A browser that opens the address itself sends no other hint about the company.
    const query = new URLSearchParams({
      projectId,
      size,
      companyId: String(companyId),
      ...(cursor !== undefined && { cursor }),
    });
    return `/api/leads/${String(leadId)}/companycam-photos/${id}?${query.toString()}`;
  };
  return {
    id,
    takenAt,
    creatorName,
    description,
    url: addressOf("original"),
    thumbnailUrl: addressOf("thumbnail"),
  };
}

/** The routes of the photo service. No transaction is open during calls of CompanyCam. */
export function companyCamAnswers({
  connections,
  provider,
  cameraUrlOf,
  ...parts
}: ProviderRoutes & { cameraUrlOf: (scope: CompanyScope, leadId: LeadId) => Promise<string | undefined> }) {
  const photos = createCompanyCamPhotos({ ...parts, call: connections.call, provider });
  const calls = accountCalls(connections, provider, [PHOTO_LIST]);
  /** The project that the lead currently links to. Throws notFound for a lead that the person may not see. */
  async function projectOf({ transact }: Pick<Who, "transact">, leadId: LeadId): Promise<string | undefined> {
    const cameraUrl = await transact((scope) => cameraUrlOf(scope, leadId));
    if (cameraUrl === undefined) throw new Problem("notFound");
    return companyCamProjectOf(cameraUrl);
  }

  return inCompanySteps({
    getCompanyCamAccount: calls.account,
    connectCompanyCam: calls.connect,
    refreshCompanyCamAccount: calls.refresh,
    disconnectCompanyCam: calls.disconnect,
    clearCompanyCamCache: calls.clearCache,
    setCompanyCamRehearsal: calls.rehearse,

    async listCompanyCamPhotos({ params, query: { projectId: asked, cursor }, companyId, transact }) {
      const projectId = await projectOf({ transact }, params.id);
      // A list's next page must be of the same project.
      if (asked !== undefined && asked !== projectId) throw new Problem("notFound");
      if (projectId === undefined) return { projectId: null, photos: [], nextCursor: null, fetchedTime: null };
      const place = { projectId, cursor };
      const page = await asProblem(photos.list(companyId, place));
      return {
        projectId,
        nextCursor: page.nextCursor,
        fetchedTime: page.fetchedTime.toISOString(),
        photos: page.photos.map((photo) => toPhoto(photo, { ...place, companyId, leadId: params.id })),
      };
    },

    async getCompanyCamPicture({ params, query: { projectId, cursor, size }, companyId, transact }) {
      if (projectId !== (await projectOf({ transact }, params.id))) throw new Problem("notFound");
      const { photoId } = params;
      const picture = orNotFound(await asProblem(photos.picture(companyId, { projectId, cursor, photoId, size })));
      const { bytes, contentType, extension, etag } = picture;
      return { bytes, contentType, etag, disposition: "inline" as const, name: `${photoId}.${extension}` };
    },
  });
}
