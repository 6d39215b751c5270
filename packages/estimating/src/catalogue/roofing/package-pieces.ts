/** The meaning of a roofing package's conversion 1: the packing of one square. */
export const PACKAGE_PIECES = "Bundles or pieces of one square";
