/** What conversion 1 of a roofing package means: how one square of it is packed. */
export const PACKAGE_PIECES = "Bundles or pieces of one square";
