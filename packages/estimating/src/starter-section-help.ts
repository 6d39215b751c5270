/**
 * A new company's initial help for each section, by component: what to enter, and where it shows. Help for a component of several workflows
 * must be true in all of them. Companies edit these texts; existing companies do not get changes.
 */
export const STARTER_SECTION_HELP: Readonly<Record<string, string>> = {
  "notes-section": "Anything the office or the crew should know that no field asks for. Notes stay with the estimate.",
  "discount-section":
    "The discount and margin of this part of the estimate. Both change the price at once; the homeowner never sees cost or margin.",

  "roofing-questionnaire":
    "Ask these questions before you measure: which roofs, how old, any leaks, and what matters to the homeowner. The answers price nothing.",
  "roofing-details":
    "Squares by story and by pitch, tear-off, material type and waste. Fill this in first: later steps count on these squares.",
  "decking-and-underlayment":
    "Lengths of eaves, rakes, hips, ridges and valleys, then ice barrier and decking. The lengths feed flashing, starters and ridge caps.",
  flashing:
    "Metal along edges, valleys and walls, and boots for each pipe. Recommended quantities come from the lengths in Decking & Underlayment.",
  chimneys: "Count each chimney: new flashing with its size and color, or the whole chimney taken down.",
  "flat-roof":
    "Low-slope areas only: membrane, insulation, edge detail, plates and screws. Leave it at 0 when the house has no flat roof.",
  "roofing-extras":
    "Everything else the roof needs: permit, caulk and fasteners, delivery, hand loading, trim coil and add-on services. Check the recommendations.",
  "roofing-package":
    "Choose the shingle package and color with the homeowner. Compare up to three side by side; the one you choose is priced.",

  "siding-questionnaire":
    "Ask which walls are to be sided, how many stories, and whether a measurement report is wanted.",
  "siding-details":
    "The siding on the house today, material type, areas and waste, tear-off and sheathing. Later steps take their quantities from here.",
  "house-wrap": "Wrap and insulation behind the siding. Check the recommended quantities before you go on.",
  "siding-accessories":
    "Channels, starters and mounting blocks. Count a block for each light, outlet, faucet and vent on the walls.",
  "siding-corners": "Outside and inside corner posts of the house, with their color.",
  "siding-wraps": "Casing around windows, garage and service doors, wall flashing and custom bends.",
  "siding-trim": "Trim boards by length, and the coil that covers them.",
  shutters: "How many shutters, which kind and color, and how they are installed.",
  "siding-accents": "Accent siding in gables, gable vents and posts.",
  doors: "Garage doors, openers and service doors that are replaced with the siding.",
  "siding-extras":
    "Setup fee, tape, nails, caulk, delivery, permit and add-on services. Check the recommended quantities before you go on.",
  "siding-package":
    "Choose the siding package, color and reveal with the homeowner. The package that you choose is priced.",

  "window-questionnaire":
    "Ask about the windows in the house today and what the homeowner wants from new ones. The answers price nothing.",
  "window-details":
    "Enter every opening with its size, style and options. Trim and packages are counted from these windows.",
  "window-trim":
    "Trim inside and outside. The feet needed are added up from the windows that you entered; choose the material.",
  "window-project-specifications":
    "Lead-safe work, second-story windows, foam and caulk, permit and fees. These apply to the whole job, not to one window.",
  "window-packages": "All windows with their prices by package. Choose the package with the homeowner.",

  "gutter-details": "Which sides of the house get gutters, their lengths and corners, and what is taken down first.",
  "gutter-extras":
    "Rotten wood behind the gutters, accessories, permit and add-on services. Look at the fascia before you leave this at 0.",

  "trim-details": "Ask which parts of the trim are to be done, and whether a measurement report is wanted.",
  "composite-trim": "Composite boards by size and feet. Nails and caulk in Extras follow the length.",
  "trim-wraps": "Custom bends and trim coil around posts, beams and openings. Enter the feet of each shape.",
  "trim-extras":
    "Caulk, nails, delivery, permit and add-on services. Check the recommended quantities before you go on.",

  "insulation-questionnaire":
    "Ask about the home and its insulation today: age, depth, moisture and mold. The answers tell the crew what to expect.",
  "insulation-pre-test": "Assessments and tests before the work: blower door, infrared scan and combustion safety.",
  "insulation-air-seal":
    "Seal leaks before insulating: attic access, recessed lights, top plates and knee walls. Count or measure each.",
  "insulation-details":
    "Square feet of each area to insulate: open joists, knee walls, dense-pack walls and closed floors.",
  "insulation-extras": "Exhaust vents, accessories, delivery, permit and add-on services.",

  "repair-roof":
    "Count what is replaced: squares of shingles, and feet of ridge, valley and wall intersections. Then choose matching shingles and materials.",
  "repair-flashing": "Flashing that is replaced on its own: edges, valleys, walls, pipes and exhausts.",
  "repair-chimney": "Chimney flashing, chase caps, tuck pointing and masonry sealer. Count each chimney once.",
  "repair-flat-roof":
    "Repairs of low-slope areas: membrane, tear-off, edges, insulation, drains and railings. Leave it at 0 when there is none.",
  "repair-extras": "Setup, high or steep roof, dumpster, cement, caulk, labor hours and permit.",

  skylight:
    "Skylights by how they are mounted: replaced, flashed again or cut in new. Blinds, curbs and sun tunnels are here too.",
  "roof-ventilation":
    "Intake along eaves and soffit, and exhaust near the ridge. Look into the attic before you add exhaust without intake.",
  soffit: "Depth and length of each kind of soffit. The material needed is worked out from them.",
  fascia: "Feet of fascia: aluminum that covers it, or new boards, with width and color.",
  paint: "Painting labor, material and extras. Enter only what your crew paints.",
  "exterior-lighting": "Soffit and track lighting that is installed with the job.",
  gutters:
    "Gutters, protection and downspouts with type and color. Recommended quantities follow the total length and corners.",
};
