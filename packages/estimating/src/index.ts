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
export type { DataType, FieldDefinition, FieldId, OptionId } from "#catalogue/define-fields.ts";
export type { DerivedTextName, FormGroup, FormRow, SectionDefinition } from "#catalogue/define-sections.ts";
export { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
export { AMOUNT_NAMES, NO_AMOUNTS, type AmountName, type UnitAmounts } from "#form/form-values.ts";
export { boundsOf, emptyEntry, indexPriceBook, type IndexedPriceBook } from "#price-book/index-price-book.ts";
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
  type PricingMode,
} from "#price-book/price-book.ts";
export {
  isDispensable,
  isStepFilled,
  passableSteps,
  stepRelevance,
  type StepRelevance,
} from "#step-relevance/step-relevance.ts";
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
  replaceComparison,
  selectComparison,
  type OptionItems,
  type WorkflowComparison,
  type WorkflowCopy,
} from "#form/comparisons.ts";
export { costItems, type CostItem } from "#form/cost-items.ts";
export { defaultItem, defaultLine, defaultLines, quantityBounds, type QuantityBounds } from "#form/defaults.ts";
export {
  duplicateWorkflow,
  nextWorkflowEstimateId,
  removeWorkflowCopy,
  type DuplicateWorkflow,
} from "#form/duplicate-workflow.ts";
export { FIRST_WORKFLOW_ESTIMATE, type EstimateItem } from "#form/estimate-item.ts";
export { linesOf, type FormLine, type FormLines, type WorkflowValues } from "#form/form-values.ts";
export { fromItems, toItems, type ItemsOfForm } from "#form/items.ts";
export { isUnpriced, unpricedIn, withoutUnpriced, withUnpriced, type EnteredItem } from "#form/unpriced-items.ts";
export { editRows, lineAt, pathOfScope, type LinePath, type LineStep } from "#form/line-path.ts";
export { lineQuantity } from "#form/line-quantity.ts";
export { lineScope, scopeBelow, workflowScope, type LineScope } from "#form/line-scope.ts";
export { keyOfPlace, placeKey, placesOf, type FieldPlace, type FoundPlace, type Place } from "#form/places.ts";
export { compareItemIds, rebuildItems, removeItem } from "#form/rebuild-items.ts";
export { hasChoice, rowsWithoutQuantity } from "#form/rows-without-quantity.ts";
export { fromTemplateLines, isTemplateField, toTemplateLines, type TemplateLine } from "#form/template-items.ts";
export {
  addRow,
  addRowAfter,
  canAddFirst,
  canRemove,
  clearRows,
  ensureLine,
  removeRow,
  setAmounts,
  setQuantity,
  setValue,
} from "#form/rows.ts";
export { applyEdit, openForm, type OpenedForm } from "#form/states/apply-edit.ts";
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
  type MeasuredLine,
  type MeasuredContext,
} from "#form/states/measured-rows.ts";
export { chosenPackage, clearsComparison, isPackageApplicable, packageFields } from "#form/states/package-choice.ts";
export type { FormContext, FormEdit } from "#form/states/state-context.ts";
export { copyLines, lowestId, temporaryIds, type NextId } from "#form/temporary-ids.ts";
export { sumItems } from "#form/sum-items.ts";
export { copyWindow, removeWindow, windowsOf } from "#form/windows.ts";
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
  type GivenSource,
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
export { addOnRow, type AddOnRow } from "#pricing/add-on-row.ts";
export { offeredOptions, validOptions } from "#price-book/choices.ts";
export {
  explainCosts,
  explainGroup,
  explainLineCost,
  explainLinePrice,
  explainPrices,
  explainUnit,
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
export {
  estimateTotals,
  splitInProportion,
  type EstimateTerms,
  type EstimateTotals,
  type WorkflowShare,
} from "#totals/estimate-totals.ts";
export { companyMargin, lenderFeeInPrice, type CompanyMargin, type MarginParts } from "#totals/company-margin.ts";
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
export {
  PAYMENT_OPTIONS,
  planPayment,
  type PaymentOption,
  type PaymentPlan,
  type PaymentTerm,
} from "#totals/payment.ts";
export {
  explainToldPrice,
  markUpIn,
  tellPrice,
  type ToldChains,
  type ToldFigure,
  type ToldPrice,
} from "#totals/told-price.ts";
export { sumLines, workflowTotals, type WorkflowTotals } from "#totals/workflow-totals.ts";
export { fraction, percent, type Fraction, type Percent } from "./units.ts";
export {
  explainRecommendation,
  recommendationFor,
  recommendationsOf,
  type RecommendationContext,
  type RecommendedQuantity,
} from "#recommendations/recommend.ts";
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
export { validateWorkflow, type ValidationContext } from "#validation/validate.ts";
export { checkScope, type ScopeCopy, type ScopeFinding } from "#scope-check/check-scope.ts";
export { dumpsterLoad, type DumpsterLoad } from "#scope-check/dumpster-load.ts";
export { sectionOfField } from "#scope-check/section-of-field.ts";
export { annualPercentageRate, type ScheduledPayment } from "#financing/annual-percentage-rate.ts";
export { loanFigures, monthlyPayments, type LoanFigures, type MonthlyPayments } from "#financing/loan-figures.ts";
export {
  MEASUREMENTS,
  MEASUREMENT_NAMES,
  measurementTitle,
  UNUSED_HOVER_PATHS,
  type MeasurementName,
} from "#measurements/measurements.ts";
export type { MeasuredWindow, MeasurementSet, ReadMeasurements } from "#measurements/measurement-set.ts";
export { isHoverDocument, readHoverMeasurements, useOfHoverPath } from "#measurements/read-hover.ts";
export {
  nameKey,
  readNamedNumbers,
  type AskedName,
  type ChosenNames,
  type NamedNumbers,
} from "#measurements/read-names.ts";
export { readNameObject, readNameTable, type ReadNames } from "#measurements/read-name-files.ts";
export { readNameXml, type XmlElement } from "#measurements/read-name-xml.ts";
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
  type MeasuredField,
  type MeasuredRow,
  type MeasuredWindowRow,
  type TakenGiven,
  type TakenMeasurement,
} from "#measurements/measured-rows.ts";
export { propertiesOfRows, takeMeasurements } from "#measurements/take-measurements.ts";
export { readPitch, type Pitch } from "#measurements/read-pitch.ts";
