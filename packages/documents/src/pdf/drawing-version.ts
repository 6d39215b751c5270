/**
 * What of this program draws papers: code, typefaces and the packages that pack. Papers of one version have the same bytes everywhere.
 * Its test says which value to write here when something that draws was changed.
 */
export const DRAWING_VERSION = "aabe7cee79df9784";
