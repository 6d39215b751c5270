/*
 * A large estimate of gutters, the same in every run: rows with type, color and installation, and accessories. Costs and quantities are realistic; only
 * their number is larger than on any house.
 */

const TYPES = 5;
const COLORS = 12;
const INSTALLATIONS = 3;
const ACCESSORIES = 40;
const LINES_OF_A_ROW = 4;
/** Every second line belongs to a row. */
const SHARE_OF_ROWS = 0.5;

/** @param {number} number @param {number} below */
const cents = (number, below) => ((number * 7_919) % (below * 100)) / 100;

/** @param {number} seed @param {number} below */
const amounts = (seed, below) => ({
  materialCost: cents(seed, below),
  laborCost: cents(seed + 1, below),
  materialPrice: cents(seed + 2, below * 2),
  laborPrice: cents(seed + 3, below * 2),
});

/**
 * @param {any} engine
 * @returns a price book with a variant for every option
 */
export function sampleBook(engine) {
  const offering = (/** @type {string} */ key, /** @type {number} */ count, /** @type {number} */ below) => {
    const field = engine.fieldByKey(4, key);
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    return {
      ...engine.emptyEntry(field.id),
      min: 0,
      max: 9_999,
      step: 1,
      options: numbers.map((number) => ({ id: `${field.id}.${number}`, value: `${field.label} ${number}` })),
      variants: numbers.map((number) => ({
        id: number,
        active: true,
        optionId: `${field.id}.${number}`,
        parentOptionIds: [],
        pricingMode: 0,
        ...amounts(number * 31, below),
      })),
    };
  };
  const entries = [
    { ...engine.emptyEntry(engine.fieldByKey(4, "gutter").id), ...amounts(17, 3) },
    offering("gutter.gutterType", TYPES, 10),
    offering("gutter.gutterColor", COLORS, 1),
    offering("gutter.gutterInstallType", INSTALLATIONS, 2),
    offering("gutterAccessories", ACCESSORIES, 90),
  ];
  return { version: 1, entries };
}

/**
 * The contents of the forms. A `row` has children by property, with their options; every quantity is `base` times the driving input.
 *
 * @param {any} engine
 * @param {{ lines: number, seed: number }} size
 */
export function sampleLines(engine, { lines, seed }) {
  const rowCount = Math.floor((lines * SHARE_OF_ROWS) / LINES_OF_A_ROW);
  const option = (/** @type {string} */ key, /** @type {number} */ number, /** @type {number} */ count) =>
    `${engine.fieldByKey(4, key).id}.${(number % count) + 1}`;
  const base = (/** @type {number} */ number) => 1 + ((number * 37) % 400) / 10;
  const rows = Array.from({ length: rowCount }, (_, index) => ({
    base: base(index + seed),
    options: {
      gutterType: option("gutter.gutterType", index + seed, TYPES),
      gutterColor: option("gutter.gutterColor", index * 5 + seed, COLORS),
      gutterInstallType: option("gutter.gutterInstallType", index * 7 + seed, INSTALLATIONS),
    },
  }));
  const accessories = Array.from({ length: lines - rowCount * LINES_OF_A_ROW }, (_, index) => ({
    base: base(index * 3 + seed),
    option: option("gutterAccessories", index + seed, ACCESSORIES),
  }));
  return { rows, accessories };
}

/**
 * The form values under a driving input: every quantity follows it.
 *
 * @param {ReturnType<typeof sampleLines>} lines
 * @param {number} driver
 */
export function valuesOf({ rows, accessories }, driver) {
  let id = 0;
  const quantity = (/** @type {number} */ base) => Math.round(base * driver * 100) / 100;
  return {
    gutter: rows.map(({ base, options }) => ({
      id: (id -= 2),
      value: null,
      quantity: quantity(base),
      children: {
        gutterType: [{ id: (id -= 2), value: options.gutterType, quantity: null }],
        gutterColor: [{ id: (id -= 2), value: options.gutterColor, quantity: null }],
        gutterInstallType: [{ id: (id -= 2), value: options.gutterInstallType, quantity: null }],
      },
    })),
    gutterAccessories: accessories.map(({ base, option }) => ({
      id: (id -= 2),
      value: option,
      quantity: quantity(base),
    })),
  };
}
