/** The size of 1rem in a browser unless its user chose larger or smaller text. */
const ROOT_PX = 16;
/** Lengths up to this one stay in px, so that hairlines stay thin. */
const MAX_HAIRLINE_PX = 2;
const LENGTH = /(?<![\w.#-])(-?\d*\.?\d+)px\b/g;
/** Shadows and strokes do not depend on the size of text. */
const FIXED = /^(?:box-shadow|outline|outline-offset|text-underline-offset|text-decoration-thickness|--rb-shadow)$/;

const inUnit = (text: string, unit: "rem" | "em"): string =>
  text.replaceAll(LENGTH, (length: string, px: string) =>
    unit === "rem" && Math.abs(Number(px)) <= MAX_HAIRLINE_PX ? length : `${String(Number(px) / ROOT_PX)}${unit}`,
  );

interface Query {
  params: string;
}

/**
 * Converts px in style sheets to rem, so that lengths follow the text size that a user set in the browser. Breakpoints are converted too
 * (to em in media queries, where it equals rem), so that large text gets the layout of a narrow page.
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
    // Not em, which here is the container's text size: usually 14 px.
    container(query: Query) {
      query.params = inUnit(query.params, "rem");
    },
  },
};
