/**
 * What local data needs of the engine. Imported only by `import()`, when an estimate is first asked for: a list of leads does
 * without the catalogue.
 */
export { calculateEstimate } from "@ridgebook/contract";
export { contentsOfCopy, NO_PAYMENT } from "./copy-estimate.ts";
export { decideWork } from "./decide-work.ts";
export { estimateOfTemplate } from "./estimate-of-template.ts";
export { findChangedSlices, settleUnseenSlices } from "./estimate-edit.ts";
export { findRenumberedCopies, renumberDrafts } from "./renumbered-copies.ts";
