/**
 * What of this program draws papers: code, typefaces and the packages that pack. Papers of one version have the same bytes everywhere.
 * Its test says which value to write here when something that draws was changed.
 */
export const DRAWING_VERSION = "7b7383de8ce134d8";
