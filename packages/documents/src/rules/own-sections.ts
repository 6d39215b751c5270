import { copiesOf, summaryKey, type DocumentKind } from "@ridgebook/contract";
import type { DocumentModel } from "#model/document-model.ts";
import type { FoundFault, PaperToCheck } from "./paper-fault.ts";

/* Checks the parts of homeowners' papers: the sections of their kind, each once, and the signers. Wording is not checked here. */

interface Sections {
  readonly fixed: readonly string[];
  /** Id prefixes of sections about one copy. */
  readonly ofCopies: readonly string[];
  readonly needed: readonly string[];
  /** The id prefix of a section required for every copy. */
  readonly neededOfCopies: string;
}

/** By the builders of contracts and change orders, in every release. */
const SECTIONS: Partial<Record<DocumentKind, Sections>> = {
  contract: {
    fixed: [
      "price",
      "payment",
      "photos",
      "warranty",
      "notes",
      "start",
      "disclosures",
      "legal",
      "logos",
      "acknowledgements",
    ],
    ofCopies: ["scope-", "packages-"],
    needed: ["price"],
    neededOfCopies: "scope-",
  },
  changeOrder: {
    fixed: ["reason", "price", "value", "payment", "notes"],
    ofCopies: ["changes-"],
    needed: ["price", "value"],
    neededOfCopies: "changes-",
  },
};

const SUMMARY_KEY = /^\d+(?:\.\d+)?$/;

/** Sections that the paper's kind does not have, repeats, or lacks. */
export function wrongSections({ model, choices, basis }: PaperToCheck): readonly FoundFault[] {
  const known = SECTIONS[model.kind];
  if (!known) return [];
  const held = new Set(copiesOf(basis).map(summaryKey));
  const about = choices.copies.map(summaryKey).filter((key) => held.has(key));
  const isOfCopy = (id: string): boolean => {
    const start = known.ofCopies.find((each) => id.startsWith(each));
    const key = start === undefined ? "" : id.slice(start.length);
    // A change order also lists removed work, which is no longer in the estimate.
    return SUMMARY_KEY.test(key) && (model.kind === "changeOrder" || about.includes(key));
  };
  const faults: FoundFault[] = [];
  const seen = new Set<string>();
  for (const { id, heading } of model.sections) {
    const place = `sections.${id}`;
    const name = heading || id;
    if (seen.has(id)) faults.push({ place, message: `The section "${name}" is there twice.` });
    else if (!known.fixed.includes(id) && !isOfCopy(id))
      faults.push({ place, message: `The section "${name}" does not belong to this paper.` });
    seen.add(id);
  }
  const needed = [...known.needed, ...about.map((key) => `${known.neededOfCopies}${key}`)];
  return [
    ...faults,
    ...needed
      .filter((id) => !seen.has(id))
      .map((id) => ({ place: "sections", message: `The paper has no section "${id}".` })),
  ];
}

const OWNER_KEYS: readonly string[] = ["customer", "customer2"];

/** Signature slots that omit an owner, are for someone else, or may stay empty. */
export function wrongSigners({ model, choices }: PaperToCheck): readonly FoundFault[] {
  if (choices.kind !== "contract" && choices.kind !== "changeOrder") return [];
  const place = "closing.signatures";
  const slots = model.closing?.signatures ?? [];
  const names = choices.customerNames.map((name) => name.trim()).filter((name) => name !== "");
  const owners = names.length > 0 ? names.slice(0, OWNER_KEYS.length) : [""];
  const isSpelled = Object.keys(choices.printedAs ?? {}).length > 0;
  const faults = owners.flatMap((name, index): FoundFault[] => {
    const slot = slots.find(({ key }) => key === OWNER_KEYS[index]);
    const who = name || "the owner";
    if (!slot) return [{ place, message: `There is no place for ${who} to sign.` }];
    if (!slot.required) return [{ place, message: `The place for ${who} to sign may stay empty.` }];
    return isSpelled || name === "" || slot.name.trim() === name
      ? []
      : [{ place, message: `"${slot.name}" signs in the place of ${name}.` }];
  });
  const others = OWNER_KEYS.slice(owners.length);
  const invented = slots
    .filter(({ key }, index) => others.includes(key) || slots.findIndex((each) => each.key === key) !== index)
    .map(({ name }) => ({ place, message: `There is a place to sign for "${name}", who is no owner of this paper.` }));
  return [...faults, ...invented];
}

/** A contract without the right to cancel although the company's settings print it. */
export function droppedRightToCancel({ model, showsRightToCancel }: PaperToCheck): readonly FoundFault[] {
  return model.kind === "contract" && showsRightToCancel === true && !hasRightToCancel(model)
    ? [
        {
          place: "closing.rightToCancel",
          message: "The contract has no notice of the right to cancel and no form for it.",
        },
      ]
    : [];
}

const hasRightToCancel = ({ closing }: DocumentModel): boolean => Boolean(closing?.rightToCancel);
