/*
 * Draws windows for screen and paper: their look, parsed from the words of their choices, and their geometry. Pure functions; the caller
 * renders.
 */

export * from "#drawings/stored-window-texts.ts";
export * from "#drawings/window-colors.ts";
export * from "#drawings/window-geometry.ts";
export * from "#drawings/window-grid.ts";
export * from "#drawings/window-look.ts";
export * from "#drawings/window-scale.ts";
