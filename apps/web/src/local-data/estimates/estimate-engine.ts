/**
 * The parts of the engine that local data uses. Loaded with `import()` when an estimate is first read, because the list of leads
 * works without the catalogue.
 */
export { calculateEstimate } from "@ridgebook/contract";
export { contentsOfCopy, NO_PAYMENT } from "./copy-estimate.ts";
export { decideWork } from "./decide-work.ts";
export { estimateOfTemplate } from "./estimate-of-template.ts";
export { findChangedSlices, settleUnseenSlices } from "./estimate-edit.ts";
export { findRenumberedCopies, renumberDrafts } from "./renumbered-copies.ts";
