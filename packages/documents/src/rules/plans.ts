import type { DocumentModel } from "#model/document-model.ts";
import type { FoundFault } from "./paper-fault.ts";

/** "120 × $374.68": a plan's payments. */
const INSTALMENTS = /[\d,]+ × \$/;
const APR = /[\d.]+ % APR/;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Monthly payment plans without their APR or finance charge. */
export function plansWithoutCost({ kind, keyFigures, sections, closing }: DocumentModel): readonly FoundFault[] {
  if (kind !== "contract") return [];
  const figures = keyFigures.flatMap(({ caption, lines }) =>
    lines
      .filter((line) => INSTALMENTS.test(line) && !APR.test(line))
      .map((line) => ({ place: "keyFigures", message: `${caption} says ${line} without the APR.` })),
  );
  const ways = sections
    .filter(({ id }) => id === "payment")
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === "options" ? [block] : []))
    .flatMap(({ rows, note }) =>
      rows
        .filter(({ amount }) => INSTALMENTS.test(amount))
        .flatMap(({ name, detail }) => [
          ...(APR.test(detail) ? [] : [`${name} does not say its APR.`]),
          ...(new RegExp(`${escaped(name)}, [^.]*: amount financed \\S+, finance charge \\$`).test(note)
            ? []
            : [`${name} does not say its finance charge.`]),
        ]),
    )
    .map((message) => ({ place: "sections.payment", message }));
  const summary = (closing?.summary ?? []).map(({ text }) => text).join("");
  return [
    ...figures,
    ...ways,
    ...(INSTALMENTS.test(summary) && !APR.test(summary)
      ? [{ place: "closing.summary", message: "The sentence above the signatures names a plan without its APR." }]
      : []),
  ];
}
