import { addedTwice, summaryKey, workflowTitle, workOf, type EstimateWork } from "@ridgebook/contract";
import { furtherCopyText } from "#app/sync-panel/describe-slice.ts";
import { mapSides, NOTHING, type Sides } from "#app/sync-panel/tell-apart.ts";

/*
 * The texts of a conflict about an estimate's work, which is merged as sets and chosen as a list (decision 0043). Uncontested work is kept
 * in any case and not shown: of four gutter copies on each side, only the one that both added is.
 *
 *     tellWork("duplicateWorkflows", { former, mine, theirs })
 *     // mine:   "Garage (Gutters 2) beside the other one"
 *     // theirs: "Shed (Gutters 2)"
 */

/** The texts of work by its key. */
type WorkTexts = ReadonlyMap<string, string>;

const workflowTexts = ({ workflowIds }: EstimateWork): WorkTexts =>
  new Map(workflowIds.map((id) => [String(id), workflowTitle({ id })]));

const copyTexts = ({ duplicateWorkflows }: EstimateWork): WorkTexts =>
  new Map(duplicateWorkflows.map((copy) => [summaryKey(copy), furtherCopyText(copy)]));

/** The keys of work that one side removed, both added under the same number, or both renamed. */
function contestedKeys({ former, mine, theirs }: Sides<WorkTexts>): readonly string[] {
  return [...new Set([...mine.keys(), ...theirs.keys()])].filter((key) => {
    const [was, own, other] = [former.get(key), mine.get(key), theirs.get(key)];
    if (own === undefined || other === undefined) return was !== undefined;
    return was === undefined || (own !== other && own !== was && other !== was);
  });
}

/** The contested work of both lists; undefined for other slices. */
export function tellWork(key: string, values: Sides<unknown>): Sides<string> | undefined {
  if (key !== "workflowIds" && key !== "duplicateWorkflows") return undefined;
  const work = mapSides(values, (value) => workOf({ [key]: value }));
  const texts = mapSides(work, key === "workflowIds" ? workflowTexts : copyTexts);
  const keys = contestedKeys(texts);
  if (keys.length === 0) return undefined;
  const { former: was, mine, theirs } = mapSides(work, ({ duplicateWorkflows }) => duplicateWorkflows);
  const twice = new Set(addedTwice({ was, mine, theirs }).map(summaryKey));
  const tell = (side: WorkTexts, endingOf: (key: string) => string = () => ""): string =>
    keys
      .map((each) => {
        const text = side.get(each);
        return text === undefined ? `without ${texts.former.get(each) ?? ""}` : text + endingOf(each);
      })
      .join(", ");
  return {
    former: keys.flatMap((each) => texts.former.get(each) ?? []).join(", ") || NOTHING,
    // This choice keeps both.
    mine: tell(texts.mine, (each) => (twice.has(each) ? " beside the other one" : "")),
    theirs: tell(texts.theirs),
  };
}
