import type { CompanyCamPhoto } from "@ridgebook/contract";

/** What a photo of CompanyCam is called: by its description, else by its number and who took it. */
export const photoLabelOf = ({
  description,
  creatorName,
  id,
}: Pick<CompanyCamPhoto, "description" | "creatorName" | "id">): string =>
  description || `Photo ${id}${creatorName === "" ? "" : ` by ${creatorName}`}`;
