/** The drawing of a package without a picture. */
export type PicturePattern = "tabs" | "laminated" | "shakes" | "slabs" | "seams" | "laps" | "panes";

const ROOFING = 1;
const WINDOWS = 3;

const ROOF_WORDS: readonly (readonly [words: RegExp, pattern: PicturePattern])[] = [
  [/metal|steel|aluminum|seam|copper/, "seams"],
  [/cedar|shake|wood/, "shakes"],
  [/slate|tile|designer/, "slabs"],
  [/architect|laminat|dimension/, "laminated"],
];

/** Decided by words in the name, else by the workflow. */
export function patternOf({ workflowId, name }: { workflowId: number; name: string }): PicturePattern {
  if (workflowId === WINDOWS) return "panes";
  const words = name.toLowerCase();
  if (workflowId === ROOFING) return ROOF_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? "tabs";
  return /shingle|shake/.test(words) ? "shakes" : "laps";
}

/**
 * Whether to show pictures of packages side by side: always if the price book has one; drawings only if they differ, because equal ones
 * look like a mistake.
 */
export function picturesTell({
  workflowId,
  packages,
}: {
  workflowId: number;
  packages: readonly { readonly name: string; readonly imageUrl: string | undefined }[];
}): boolean {
  if (packages.length < 2 || packages.some(({ imageUrl }) => imageUrl)) return true;
  return new Set(packages.map(({ name }) => patternOf({ workflowId, name }))).size > 1;
}
