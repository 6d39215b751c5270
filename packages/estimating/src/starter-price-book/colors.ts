import type { StarterOption } from "./define-starter.ts";

/** Colors of aluminum gutters, coil, fascia and metal trim. */
export const ALUMINUM_COLORS: readonly StarterOption[] = [
  { name: "White", swatch: "#f4f4f0" },
  { name: "Almond", swatch: "#e6dcc3" },
  { name: "Clay", swatch: "#b9a88f" },
  { name: "Royal brown", swatch: "#4a3728" },
  { name: "Musket brown", swatch: "#3d3129" },
  { name: "Black", swatch: "#1d1d1b" },
  { name: "Pewter gray", swatch: "#8b8d8c" },
  { name: "Forest green", swatch: "#2f4a3a" },
];
