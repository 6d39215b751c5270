/*
 * Window drawings, for the screen and for paper. `readWindowLook` reads what a window looks like from the texts of its choices;
 * `windowGeometry` computes the positions of its parts. Pure functions; the callers render the result.
 */

export * from "#drawings/stored-window-texts.ts";
export * from "#drawings/window-colors.ts";
export * from "#drawings/window-geometry.ts";
export * from "#drawings/window-grid.ts";
export * from "#drawings/window-look.ts";
export * from "#drawings/window-scale.ts";
