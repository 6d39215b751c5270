/*
 * Windows as they are drawn, on the screen and on paper: what a window looks like, read from the words of its choices, and where
 * its parts lie. Values in, values out; who draws them decides with what.
 */

export * from "#drawings/stored-window-texts.ts";
export * from "#drawings/window-colors.ts";
export * from "#drawings/window-geometry.ts";
export * from "#drawings/window-grid.ts";
export * from "#drawings/window-look.ts";
export * from "#drawings/window-scale.ts";
