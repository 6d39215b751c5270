import type { FieldSpecification, KeyOf } from "#catalogue/define-fields.ts";
import type { FormGroup } from "#catalogue/define-sections.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";

/** Skylights and sun tunnels (2.§3.3): the Skylight steps of repairs and roofing. */
export const skylightFields = (id: FieldIds) =>
  ({
    curbMountedReplace: {
      id: id(0),
      label: "Replace curb-mounted skylight",
      dataType: "dropdown",
      unit: "EA",
      allowMultiple: true,
      allowQuantityChange: true,
    },
    curbMountedReFlash: { id: id(1), label: "Re-flash curb-mounted skylight", dataType: "number", unit: "EA" },
    curbMountedCutIn: {
      id: id(2),
      label: "Cut in curb-mounted skylight",
      dataType: "number",
      unit: "EA",
      description: "A new opening: roof, framing and shaft. The skylight itself is entered above.",
    },
    curbMountedSolarBlinds: { id: id(3), label: "Solar blinds, curb-mounted", dataType: "number", unit: "EA" },
    buildCurb: { id: id(4), label: "Build curb", dataType: "number", unit: "EA" },
    deckMountedReplace: {
      id: id(5),
      label: "Replace deck-mounted skylight",
      dataType: "dropdown",
      unit: "EA",
      allowMultiple: true,
      allowQuantityChange: true,
    },
    deckMountedReFlash: { id: id(6), label: "Re-flash deck-mounted skylight", dataType: "number", unit: "EA" },
    deckMountedCutIn: {
      id: id(7),
      label: "Cut in deck-mounted skylight",
      dataType: "number",
      unit: "EA",
      description: "A new opening: roof, framing and shaft. The skylight itself is entered above.",
    },
    deckMountedSolarBlinds: { id: id(8), label: "Solar blinds, deck-mounted", dataType: "number", unit: "EA" },
    sunTunnelReplace: {
      id: id(9),
      label: "Replace sun tunnel",
      dataType: "dropdown",
      unit: "EA",
      allowMultiple: true,
      allowQuantityChange: true,
    },
  }) as const satisfies Record<string, FieldSpecification>;

export const skylightGroups: readonly FormGroup<KeyOf<ReturnType<typeof skylightFields>>>[] = [
  {
    title: "Curb-mounted skylights",
    rows: ["curbMountedReplace", "curbMountedReFlash", "curbMountedCutIn", "curbMountedSolarBlinds", "buildCurb"],
    hasTotal: true,
  },
  {
    title: "Deck-mounted skylights",
    rows: ["deckMountedReplace", "deckMountedReFlash", "deckMountedCutIn", "deckMountedSolarBlinds"],
    hasTotal: true,
  },
  { title: "Sun tunnels", rows: ["sunTunnelReplace"], hasTotal: true },
];
