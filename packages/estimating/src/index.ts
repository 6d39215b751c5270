export { WORKFLOWS, workflowNames, type Workflow, type WorkflowId } from "./workflows.ts";
export {
  FIELDS,
  SECTIONS,
  childFields,
  fieldById,
  fieldByKey,
  fieldOfOption,
  findField,
  topLevelFields,
  workflowOfFieldId,
} from "#catalogue/catalogue.ts";
export { COMPANY_BUSINESS } from "#catalogue/company-business.ts";
export type { FieldDefinition, FieldId, OptionId } from "#catalogue/define-fields.ts";
export type { DerivedTextName, FormGroup, FormRow, SectionDefinition } from "#catalogue/define-sections.ts";
export { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
export { AMOUNT_NAMES, NO_AMOUNTS, type AmountName, type UnitAmounts } from "#form/form-values.ts";
export {
  emptyEntry,
  indexPriceBook,
  type IndexedPriceBook,
  type QuantityBounds,
} from "#price-book/index-price-book.ts";
export { comparableText } from "#comparable-text.ts";
export { chargesNoIceBarrier, NO_ICE_BARRIER_IS_CHARGED } from "#price-book/no-ice-barrier.ts";
export { conversionLabels } from "#price-book/conversion-labels.ts";
export { takesSetting } from "#price-book/need-settings.ts";
export { listFields } from "#price-file/list-fields.ts";
export { nearestNames } from "#price-file/nearest-names.ts";
export { priceFile, type PricedFile } from "#price-file/price-file.ts";
export {
  PRICING_MODES,
  type Conversions,
  type MaterialTypeLink,
  type PriceBook,
  type PriceBookEntry,
  type PriceBookOption,
  type PriceBookVariant,
  type PriceTier,
} from "#price-book/price-book.ts";
export { isDispensable, isStepFilled, passableSteps, stepRelevance } from "#step-relevance/step-relevance.ts";
export { UNITS, type Unit } from "./units.ts";
export { unitMark, unitWord } from "./unit-words.ts";
export { parseFieldId, parseOptionId } from "#catalogue/parse-ids.ts";
export {
  asComparisons,
  choosePackage,
  COMPARISON_OPTIONS,
  comparisonOf,
  itemsWithPackage,
  refreshComparison,
  selectComparison,
  type OptionItems,
  type WorkflowComparison,
} from "#form/comparisons.ts";
export { costItems, type CostItem } from "#form/cost-items.ts";
export { defaultLine, defaultLines, quantityBounds } from "#form/defaults.ts";
export { duplicateWorkflow, nextWorkflowEstimateId } from "#form/duplicate-workflow.ts";
export { type EstimateItem } from "#form/estimate-item.ts";
export { linesOf, type FormLine, type FormLines, type WorkflowValues } from "#form/form-values.ts";
export { fromItems, toItems } from "#form/items.ts";
export { isUnpriced, unpricedIn, withoutUnpriced, withUnpriced, type EnteredItem } from "#form/unpriced-items.ts";
export { lineAt, type LinePath, type LineStep } from "#form/line-path.ts";
export { lineQuantity } from "#form/line-quantity.ts";
export { scopeBelow, workflowScope, type LineScope } from "#form/line-scope.ts";
export { placeKey, placesOf, type FieldPlace, type Place } from "#form/places.ts";
export { rebuildItems, removeItem } from "#form/rebuild-items.ts";
export { hasChoice, rowsWithoutQuantity } from "#form/rows-without-quantity.ts";
export { fromTemplateLines, isTemplateField, toTemplateLines } from "#form/template-items.ts";
export {
  addRow,
  addRowAfter,
  clearRows,
  ensureLine,
  removeRow,
  setAmounts,
  setQuantity,
  setValue,
} from "#form/rows.ts";
export { applyEdit, openForm } from "#form/states/apply-edit.ts";
export { deriveCalculated } from "#form/states/calculated.ts";
export { NUMBER_OF_STORIES, STORY_ROWS } from "#form/states/stories.ts";
export { fieldState, isLaborHoursHintShown, type FieldState } from "#form/states/field-state.ts";
export {
  enteredQuantity,
  enteredSquares,
  isMeasuredField,
  measuredBeside,
  measuredSquares,
  setMeasuredSquares,
  shownBounds,
} from "#form/states/measured-rows.ts";
export { chosenPackage, clearsComparison, packageFields } from "#form/states/package-choice.ts";
export type { FilledForm } from "#form/filled-form.ts";
export type { FormContext } from "#form/states/state-context.ts";
export { lowestId, temporaryIds, type NextId } from "#form/temporary-ids.ts";
export { sumItems } from "#form/sum-items.ts";
export { copyWindow, windowsOf } from "#form/windows.ts";
export { trimOrders, type TrimOrder } from "#form/window-trim.ts";
export { derivedText } from "#form/derived-texts.ts";
export {
  describe,
  figureOf,
  homeownerView,
  isMoney,
  replay,
  roundedToCents,
  stepWord,
  sumOf,
  type Explanation,
  type Given,
} from "#expressions/explain.ts";
export {
  comparePackages,
  type ComparedPackage,
  type CopyShare,
  type PackageQuestion,
  type PaymentOfEstimate,
} from "#package-comparison/compare-packages.ts";
export { explainPackageMonth, explainPackagePrice } from "#package-comparison/explain-package.ts";
export { saidQuantity, type SaidQuantity } from "#package-comparison/package-count.ts";
export { packageAttributes, type PackageAttribute, type PackageCell } from "#package-comparison/package-attributes.ts";
export type { PackageFields } from "#form/states/package-choice.ts";
export { unpricedPart } from "#package-comparison/unpriced-part.ts";
export { inWholeDollars } from "#package-comparison/whole-dollars.ts";
export { addOnRow } from "#pricing/add-on-row.ts";
export { offeredOptions, validOptions } from "#price-book/choices.ts";
export {
  explainCosts,
  explainGroup,
  explainLineCost,
  explainLinePrice,
  explainPrices,
} from "#pricing/explain-price.ts";
export {
  isPackageOffered,
  itemsOfCopy,
  lineName,
  packageName,
  offeredItems,
  repriceItems,
  repricePackage,
} from "#pricing/reprice.ts";
export { priceWorkflow, type LineTotals, type PricedLine, type PricingContext } from "#pricing/price-line.ts";
export { roundMoney, roundTo, THIRDS_STEP } from "./rounding.ts";
export { estimateTotals, splitInProportion, type EstimateTerms, type EstimateTotals } from "#totals/estimate-totals.ts";
export { companyMargin, type CompanyMargin } from "#totals/company-margin.ts";
export {
  explainCompanyMargin,
  explainEstimateTotal,
  explainFee,
  explainLenderFee,
  explainMonthlyPayment,
  explainPrincipal,
  explainShare,
  explainTotal,
  type ExplainedTotal,
} from "#totals/explain-totals.ts";
export { findAmountProblems, greatestPromotionOf, type AmountProblem } from "#totals/amount-problems.ts";
export { formatPercent, formatShare, fractionToPercent, percentToFraction } from "#totals/format-percent.ts";
export { PAYMENT_OPTIONS, planPayment, type PaymentOption } from "#totals/payment.ts";
export { explainToldPrice, markUpIn, tellPrice, type ToldFigure, type ToldPrice } from "#totals/told-price.ts";
export { sumLines, workflowTotals, type WorkflowTotals } from "#totals/workflow-totals.ts";
export { fraction, percent, type Fraction, type Percent } from "./units.ts";
export { explainRecommendation, recommendationFor, type RecommendedQuantity } from "#recommendations/recommend.ts";
export { orderAmount, packageOrder, type OrderAmount } from "#recommendations/order-amount.ts";
export { explainOffered, offeredQuantities, type OfferedQuantity } from "#recommendations/split-rows.ts";
export { takeRecommended } from "#recommendations/take-recommended.ts";
export {
  topPropertyOf,
  unusedRecommendations,
  type UnusedRecommendation,
} from "#recommendations/unused-recommendations.ts";
export { fieldProblemTexts, type FieldProblem, type FieldProblemCode } from "#validation/field-problem.ts";
export { isOnStep } from "#validation/is-on-step.ts";
export { isInCents, isPrice } from "#validation/is-price.ts";
export { nearestOnStep } from "#validation/nearest-on-step.ts";
export { quantityOffers } from "#validation/quantity-offers.ts";
export { validateWorkflow } from "#validation/validate.ts";
export { checkScope, type ScopeFinding } from "#scope-check/check-scope.ts";
export { dumpsterLoad } from "#scope-check/dumpster-load.ts";
export { sectionOfField } from "#scope-check/section-of-field.ts";
export { loanFigures, type LoanFigures } from "#financing/loan-figures.ts";
export { MEASUREMENTS, MEASUREMENT_NAMES, measurementTitle, UNUSED_HOVER_PATHS } from "#measurements/measurements.ts";
export type { MeasurementSet, ReadMeasurements } from "#measurements/measurement-set.ts";
export { isHoverDocument, readHoverMeasurements } from "#measurements/read-hover.ts";
export { readNamedNumbers, type AskedName, type ChosenNames, type NamedNumbers } from "#measurements/read-names.ts";
export { readNameObject, readNameTable } from "#measurements/read-name-files.ts";
export { readNameXml } from "#measurements/read-name-xml.ts";
export {
  MAX_PLANES,
  hasOtherRise,
  measureRoof,
  PLANE_KINDS,
  planeFigures,
  problemsOfPlane,
  roofTotals,
  type PlaneFigures,
  type PlaneKind,
  type RoofPlane,
  type RoofTotals,
  type WidthBasis,
} from "#measurements/roof-planes.ts";
export { MEASURED_WORKFLOWS } from "#measurements/field-formulas.ts";
export {
  explainTaken,
  isRowDifferent,
  isTakeable,
  measuredRows,
  quantityWhereTaken,
  type MeasuredRow,
} from "#measurements/measured-rows.ts";
export { takeMeasurements } from "#measurements/take-measurements.ts";
export { readPitch, type Pitch } from "#measurements/read-pitch.ts";
