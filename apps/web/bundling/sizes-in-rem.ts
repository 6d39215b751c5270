/** The size of 1rem in a browser until its user asks for larger or smaller text. */
const ROOT_PX = 16;
/** Hairlines stay hairlines. */
const MAX_HAIRLINE_PX = 2;
const LENGTH = /(?<![\w.#-])(-?\d*\.?\d+)px\b/g;
/** Shadows and strokes have nothing to do with how large text is. */
const FIXED = /^(?:box-shadow|outline|outline-offset|text-underline-offset|text-decoration-thickness|--rb-shadow)$/;

const inUnit = (text: string, unit: "rem" | "em"): string =>
  text.replaceAll(LENGTH, (length: string, px: string) =>
    unit === "rem" && Math.abs(Number(px)) <= MAX_HAIRLINE_PX ? length : `${String(Number(px) / ROOT_PX)}${unit}`,
  );

interface Query {
  params: string;
}

/**
 * Style sheets are written in px and follow the size of text that a person set in the browser all the same: lengths become rem, and so do
 * the widths at which a layout changes (em in media queries, where it is the same), so that large text gets the layout of a narrow page.
 */
export const sizesInRem = {
  postcssPlugin: "sizes-in-rem",
  Declaration(declaration: { readonly prop: string; value: string }) {
    if (declaration.value.includes("px") && !FIXED.test(declaration.prop))
      declaration.value = inUnit(declaration.value, "rem");
  },
  AtRule: {
    media(query: Query) {
      query.params = inUnit(query.params, "em");
    },
    // Not em, which here would be the text of the container: 14 px as a rule.
    container(query: Query) {
      query.params = inUnit(query.params, "rem");
    },
  },
};
