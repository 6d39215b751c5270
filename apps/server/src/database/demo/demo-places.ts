/** A real town with its state, a zip code and an area code; its people and houses are made up. */
export interface Town {
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly areaCode: string;
}

/** Parses "Portage MI 49002 269", one town per line. */
const readTowns = (lines: string): readonly Town[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [, city = "", state = "", zipCode = "", areaCode = ""] =
        /^(.+) ([A-Z]{2}) (\d{5}) (\d{3})$/.exec(line.trim()) ?? [];
      return { city, state, zipCode, areaCode };
    });

export const MICHIGAN = readTowns(`
  Portage MI 49002 269
  Portage MI 49024 269
  Kalamazoo MI 49001 269
  Kalamazoo MI 49007 269
  Kalamazoo MI 49009 269
  Mattawan MI 49071 269
  Paw Paw MI 49079 269
  Vicksburg MI 49097 269
  Schoolcraft MI 49087 269
  Richland MI 49083 269
  South Haven MI 49090 269
  Lawton MI 49065 269
  Battle Creek MI 49015 269
  Plainwell MI 49080 269
  Three Rivers MI 49093 269
  Holland MI 49423 616
  Grand Rapids MI 49503 616
`);

export const COLORADO = readTowns(`
  Fort Collins CO 80524 970
  Loveland CO 80537 970
  Greeley CO 80631 970
  Longmont CO 80501 303
  Boulder CO 80301 303
`);

const OTHER_TOWNS = readTowns(`
  Toledo OH 43615 419
  Columbus OH 43214 614
  Fort Wayne IN 46804 260
  South Bend IN 46614 574
  Naperville IL 60540 630
  Madison WI 53704 608
  Des Moines IA 50310 515
  Omaha NE 68114 402
  Rochester NY 14618 585
  Erie PA 16506 814
  Raleigh NC 27609 919
  Knoxville TN 37919 865
`);

export const ALL_TOWNS = [...MICHIGAN, ...COLORADO, ...OTHER_TOWNS];

// prettier-ignore
export const STREETS = [
  "Maple Ridge Dr", "Birchwood Ct", "Lakeview Ave", "Stadium Dr", "Oakland Dr", "Elm St", "Portage Rd", "Prairie View",
  "Harbor Pointe", "Cherry St", "Winding Creek Ln", "Orchard Ln", "Hillcrest Ave", "Willow Bend", "Cedar St", "Main St",
  "Church St", "Park Ave", "Meadow Ln", "Quail Run", "Sunset Blvd", "River Rd", "Old Mill Rd", "Forest Glen Dr",
  "Howard St", "Westnedge Ave", "Pine Knoll Ct", "Fox Hollow Ln", "Kilgore Rd", "Angling Rd", "Lovers Ln", "Gull Rd",
  "Shaver Rd", "Milham Ave", "Long Lake Dr", "Sprinkle Rd", "Hemlock Dr", "Applewood Ln", "Stonegate Dr", "Bluff St",
] as const;
