/**
 * Changes that cannot be noticed, because the number stays the same for everything that can be handed in. Each with its reason;
 * a formula that is written shorter would often have none, and would no longer read like the specification.
 *
 * @type {readonly { place: RegExp, change: RegExp, because: string }[]}
 */
const EQUIVALENT_CHANGES = [
  {
    place: /^totals\/formulas\.ts (?:itemTotal|totalWithPromotion|margin)(?: \/ round)?$/,
    change: /decimals become/,
    because: "sums of cents are cents, at two decimals and at three",
  },
  {
    place:
      /^totals\/formulas\.ts (?:principal \/ figure|monthlyPayment \/ round \/ divide left \/ figure|monthlyPayment \/ figure \/ round \/ divide left \/ figure)$/,
    change: /decimals become/,
    because: "what is left of cents is cents, at two decimals and at three",
  },
  {
    place: /^totals\/formulas\.ts workflowTotal \/ round$/,
    change: /^3 decimals become 2$/,
    because: "cents less a discount of three decimals have three decimals already",
  },
  {
    place: /^rounding\.ts/,
    change: /2 \/ 2_048|Math\.max\(2, value\)/,
    because: "how far noise may reach is a bound, not a measure",
  },
  {
    place: /^rounding\.ts/,
    change: /rest > 0\.5|isNoise = value - below < /,
    because: "the noise that is added is above 0",
  },
  {
    place: /^totals\/estimate-totals\.ts/,
    change: /\?\? 1\b/,
    because: "lists of the same length have a member at every index of each other",
  },
  {
    place: /^totals\/estimate-totals\.ts/,
    change: /^3, {2}=> {2}4,$/,
    because: "sums of cents are cents, at three decimals and at four",
  },
  { place: /^rounding\.ts/, change: /value <= 0 \? 0 - rounded/, because: "0 has no sign" },
];

/** @param {{ place: string, change: string }} mutant */
export const equivalenceOf = ({ place, change }) =>
  EQUIVALENT_CHANGES.find((each) => each.place.test(place) && each.change.test(change))?.because;
