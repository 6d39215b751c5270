import {
  companyPlans,
  FINANCING_MONTHS,
  planProblems,
  readNumber,
  type CompanyPlan,
  type SettingsFields,
  isObject,
} from "@ridgebook/contract";
import { PAYMENT_OPTIONS } from "@ridgebook/estimating";
import type { EditedObject } from "#features/config/settings-form/settings-draft.ts";

/*
 * Payment plans while they are edited: the settings store them by kind and id, the page shows one list. Unknown members of a plan stay unchanged; an
 * unparsed number stays as typed.
 */

type PlanKind = "financing" | "zeroInterest" | "reducedRate";

/** The three settings that hold plans, as they are edited. */
export interface EditedPlans {
  readonly paymentOptions: EditedObject;
  readonly zeroInterest: EditedObject;
  readonly reducedRate: EditedObject;
}

/** The settings that affect the cost of plans. */
export interface EditedOffers extends EditedPlans {
  readonly cashCheckDiscount: number;
  readonly contractFinancingApr: number;
}

export interface EditedPlan {
  readonly kind: PlanKind;
  readonly id: string;
  readonly entry: EditedObject;
}

export const KIND_LABELS: Readonly<Record<PlanKind, string>> = {
  financing: "Financing",
  zeroInterest: "Zero interest",
  reducedRate: "Reduced rate",
};

/** Financing is a choice, not a plan of a list: it has the id that estimates know. */
const FINANCING_ID = "financing";
const CHOICE_KEYS: Readonly<Record<PlanKind, string>> = {
  financing: String(PAYMENT_OPTIONS.financing),
  zeroInterest: String(PAYMENT_OPTIONS.zeroInterest),
  reducedRate: String(PAYMENT_OPTIONS.reducedRate),
};

export const keyOfPlan = ({ kind, id }: Pick<EditedPlan, "kind" | "id">): string => `${kind} ${id}`;

const isSamePlan = (one: Pick<EditedPlan, "kind" | "id">, other: Pick<EditedPlan, "kind" | "id">): boolean =>
  keyOfPlan(one) === keyOfPlan(other);

/** The settings of a kind for all of its plans. */
const choiceOf = (plans: EditedPlans, kind: PlanKind): EditedObject => {
  const choice = plans.paymentOptions[CHOICE_KEYS[kind]];
  return isObject(choice) ? choice : {};
};

/** All plans in the order in which they are offered; Financing is always among them. */
export function listPlans(plans: EditedPlans): readonly EditedPlan[] {
  const entries = (kind: "zeroInterest" | "reducedRate"): EditedPlan[] =>
    Object.entries(plans[kind]).flatMap(([id, entry]) => (isObject(entry) ? [{ kind, id, entry }] : []));
  const place = ({ entry }: EditedPlan): number => (typeof entry["order"] === "number" ? entry["order"] : Infinity);
  return [
    { kind: "financing" as const, id: FINANCING_ID, entry: choiceOf(plans, "financing") },
    ...entries("zeroInterest"),
    ...entries("reducedRate"),
  ].toSorted((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)));
}

function withEntry(
  plans: EditedPlans,
  { kind, id }: Pick<EditedPlan, "kind" | "id">,
  entry: EditedObject,
): EditedPlans {
  if (kind === "financing")
    return { ...plans, paymentOptions: { ...plans.paymentOptions, [CHOICE_KEYS.financing]: entry } };
  return { ...plans, [kind]: { ...plans[kind], [id]: entry } };
}

/** The plan with changed members; one that becomes undefined is removed. */
export function changePlan(plans: EditedPlans, plan: EditedPlan, members: EditedObject): EditedPlans {
  const entry = Object.fromEntries(
    Object.entries({ ...plan.entry, ...members }).filter(([, value]) => value !== undefined),
  );
  return withEntry(plans, plan, entry);
}

/** The plan with another number of months; a label with the number of payments is updated. */
export function changeMonths(plans: EditedPlans, plan: EditedPlan, months: EditedObject[string]): EditedPlans {
  const { label } = plan.entry;
  const isCounted = typeof label === "string" && COUNTED_LABEL.test(label) && typeof months === "number";
  return changePlan(plans, plan, { months, ...(isCounted && { label: equalPaymentsLabel(months) }) });
}

/** Returns the plan as the one whose monthly payment is shown first, replacing any other; or without that. */
export function markUsual(plans: EditedPlans, plan: EditedPlan, isUsual: boolean): EditedPlans {
  const cleared = listPlans(plans).reduce(
    (before, each) => (each.entry["isUsual"] === undefined ? before : changePlan(before, each, { isUsual: undefined })),
    plans,
  );
  const own = listPlans(cleared).find((each) => isSamePlan(each, plan));
  return isUsual && own ? changePlan(cleared, own, { isUsual: true }) : cleared;
}

/** Gives every plan a position in the list. */
const putInOrder = (plans: EditedPlans, order: readonly EditedPlan[]): EditedPlans =>
  order.reduce((before, plan, index) => changePlan(before, plan, { order: index + 1 }), plans);

/** Creates a plan that every company can offer: the homeowner pays no fee, and the label promises nothing. */
export function addPlan(plans: EditedPlans, id: string): EditedPlans {
  const entry = { label: equalPaymentsLabel(12), months: 12, feePercent: 0, feeBorneBy: "company", enabled: true };
  return putInOrder(plans, [...listPlans(plans), { kind: "zeroInterest", id, entry }]);
}

export function removePlan(plans: EditedPlans, { kind, id }: EditedPlan): EditedPlans {
  // Financing is one number of the settings; a rate of 0 ends the offer.
  if (kind === "financing") return plans;
  const { [id]: _removed, ...others } = plans[kind];
  return { ...plans, [kind]: others };
}

/** Moves a plan some places up (below 0) or down; those that it passes move by one. */
export function movePlan(plans: EditedPlans, plan: EditedPlan, by: number): EditedPlans {
  const list = listPlans(plans);
  const index = list.findIndex((each) => isSamePlan(each, plan));
  const to = index + by;
  if (index < 0 || by === 0 || !list[to]) return plans;
  const others = list.filter((_, at) => at !== index);
  return putInOrder(plans, [...others.slice(0, to), plan, ...others.slice(to)]);
}

/** The plan as one of the other kind, in its place; a zero interest plan has no rate. */
export function changeKind(
  plans: EditedPlans,
  plan: EditedPlan,
  kind: "zeroInterest" | "reducedRate",
): { readonly plans: EditedPlans; readonly plan: EditedPlan } {
  const list = listPlans(plans);
  const id = plan.id in plans[kind] ? `${plan.id}-${plan.kind}` : plan.id;
  const { ratePercent, ...entry } = plan.entry;
  const changed = { kind, id, entry: kind === "zeroInterest" ? entry : { ...entry, ratePercent: ratePercent ?? 0 } };
  const moved = removePlan(plans, plan);
  return {
    plans: putInOrder(
      moved,
      list.map((each) => (isSamePlan(each, plan) ? changed : each)),
    ),
    plan: changed,
  };
}

/** A typed number: the number, null, or the text if unparsed. */
export function typedMember(text: string): number | string | undefined {
  const typed = readNumber(text);
  if (typed.kind === "empty") return undefined;
  return typed.kind === "number" ? typed.value : text;
}

/** The result of `equalPaymentsLabel`. */
const COUNTED_LABEL = /^(?:One payment|\d+ equal payments)$/;

export const equalPaymentsLabel = (months: number): string =>
  months === 1 ? "One payment" : `${String(months)} equal payments`;

/** A plan as the list and the editor show it. */
export interface ShownPlan {
  readonly plan: EditedPlan;
  /** The offered plan; undefined while unreadable, and for financing without a rate. */
  readonly offer: CompanyPlan | undefined;
  readonly label: string;
  /** Whether both its own switch and that of its kind are on. */
  readonly isOn: boolean;
  /** Financing is offered once it has a rate; its switch does not matter. */
  readonly lacksRate: boolean;
  readonly isKindOff: boolean;
  /** The percent that the kind adds to the plan's fee. */
  readonly kindFeePercent: number;
  /** A fee from before the payer had to be chosen. */
  readonly isUndecided: boolean;
  readonly problems: readonly string[];
}

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

export const toOfferSettings = (edited: EditedOffers) => ({
  ...edited,
  // In the shape of a request: a draft never holds what JSON cannot.
  paymentOptions: edited.paymentOptions as SettingsFields["paymentOptions"],
  zeroInterest: edited.zeroInterest as SettingsFields["zeroInterest"],
  reducedRate: edited.reducedRate as SettingsFields["reducedRate"],
});

export function showPlans(edited: EditedOffers): readonly ShownPlan[] {
  const offers = new Map(
    companyPlans(toOfferSettings(edited)).map((offer) => [
      `${String(offer.paymentOption)} ${offer.term.offerId}`,
      offer,
    ]),
  );
  return listPlans(edited).map((plan) => {
    const { kind, id, entry } = plan;
    const choice = choiceOf(edited, kind);
    const offer = offers.get(`${CHOICE_KEYS[kind]} ${id}`);
    const isFinancing = kind === "financing";
    const kindFeePercent = isFinancing ? 0 : numberOf(choice["feePercent"]);
    const own = [entry["label"], choice["label"]].find((label) => typeof label === "string");
    return {
      plan,
      offer,
      kindFeePercent,
      label: offer?.label ?? (typeof own === "string" && own !== "" ? own : KIND_LABELS[kind]),
      isOn: entry["enabled"] !== false,
      lacksRate: isFinancing && offer === undefined,
      isKindOff: !isFinancing && choice["enabled"] === false,
      isUndecided: entry["feeBorneBy"] === undefined && numberOf(entry["feePercent"]) + kindFeePercent > 0,
      problems: planProblems(isFinancing ? { ...entry, months: FINANCING_MONTHS } : entry),
    };
  });
}
