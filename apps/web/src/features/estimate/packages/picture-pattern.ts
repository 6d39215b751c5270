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
