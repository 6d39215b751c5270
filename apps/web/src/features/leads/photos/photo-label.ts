import type { CompanyCamPhoto } from "@ridgebook/contract";

/** A CompanyCam photo's label: its description, else its number and author. */
export const photoLabelOf = ({
  description,
  creatorName,
  id,
}: Pick<CompanyCamPhoto, "description" | "creatorName" | "id">): string =>
  description || `Photo ${id}${creatorName === "" ? "" : ` by ${creatorName}`}`;
