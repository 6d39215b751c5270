/** How a package without a picture is drawn. */
export type PicturePattern = "tabs" | "laminated" | "shakes" | "slabs" | "seams" | "laps" | "panes";

const ROOFING = 1;
const WINDOWS = 3;

const ROOF_WORDS: readonly (readonly [words: RegExp, pattern: PicturePattern])[] = [
  [/metal|steel|aluminum|seam|copper/, "seams"],
  [/cedar|shake|wood/, "shakes"],
  [/slate|tile|designer/, "slabs"],
  [/architect|laminat|dimension/, "laminated"],
];

/** Words of the name decide, else what the workflow puts up. */
export function patternOf({ workflowId, name }: { workflowId: number; name: string }): PicturePattern {
  if (workflowId === WINDOWS) return "panes";
  const words = name.toLowerCase();
  if (workflowId === ROOFING) return ROOF_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? "tabs";
  return /shingle|shake/.test(words) ? "shakes" : "laps";
}

/**
 * Whether packages that stand beside each other are worth their pictures: with one of the price book always, with drawings alone
 * unless several are all the same. That would look like a mistake.
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
