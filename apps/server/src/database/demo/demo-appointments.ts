/**
 * Fixed appointments around today, so that pictures, tours and tests can name them. `day` counts working days from today, or from Monday if
 * today is a Sunday, and back from Saturday; `salesperson` is an index of the list of salespeople.
 */
export interface DemoAppointment {
  readonly day: number;
  readonly time: `${number}:${number}`;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly street: string;
  readonly city: string;
  readonly zipCode: string;
  readonly projectTypes: readonly string[];
  readonly leadStatus: string;
  readonly salesperson: number;
  readonly cameraUrl?: string;
}

type Row = [
  day: number,
  time: `${number}:${number}`,
  name: `${string}|${string}`,
  company: string,
  place: `${string}|${string}|${string}`,
  projectTypes: string[],
  leadStatus: string,
  salesperson: number,
];

// prettier-ignore
const rows: Row[] = [
  [0, "9:00", "Karen & Tom|Whitfield", "", "1847 Maple Ridge Dr|Portage|49002", ["Roofing", "Windows & Doors", "Gutters"], "Estimate", 0],
  [0, "11:30", "Luis|Ortega", "", "402 Birchwood Ct|Kalamazoo|49009", ["Siding"], "Appointment set", 0],
  [0, "14:00", "Priya|Raman", "", "88 Lakeview Ave|Mattawan|49071", ["Roofing", "Gutters"], "Contract sent", 0],
  [0, "16:30", "Harold|Jensen", "Jensen Rentals LLC", "1211 Stadium Dr|Kalamazoo|49007", ["Repairs"], "New", 1],
  [1, "8:30", "Beth|Sandoval", "", "3310 Oakland Dr|Portage|49024", ["Insulation"], "Appointment set", 1],
  [1, "10:00", "Ellen|Brandt", "Grace Lutheran Church", "625 W Michigan Ave|Paw Paw|49079", ["Roofing"], "Estimate", 0],
  [1, "13:30", "Nikolai & Ana|Petrov", "", "57 Winding Creek Ln|Vicksburg|49097", ["Windows & Doors", "Trim"], "Estimate", 2],
  [2, "9:30", "Amy|Kowalski", "", "914 Elm St|Schoolcraft|49087", ["Gutters"], "Appointment set", 0],
  [2, "12:00", "Devon|Price", "Price & Sons Property", "2040 Portage Rd|Kalamazoo|49001", ["Roofing", "Siding"], "Contract sent", 2],
  [2, "15:00", "Ruth Ann|Miller", "", "719 Prairie View|Richland|49083", ["Siding", "Trim"], "New", 1],
  [3, "8:00", "Sam|Okafor", "", "5 Harbor Pointe|South Haven|49090", ["Roofing"], "New", 0],
  [3, "11:00", "Teresa|Vang", "", "1602 Cherry St|Lawton|49065", ["Windows & Doors"], "New", 2],
  [-9, "10:00", "Joan|Hartwell", "", "226 Orchard Hill Rd|Portage|49002", ["Roofing", "Gutters"], "Sold", 0],
];

/** By last name: a project of the CompanyCam stand-in. */
const CAMERA_URLS: Readonly<Record<string, string>> = { Raman: "https://app.companycam.com/projects/61200417" };

export const DEMO_APPOINTMENTS: readonly DemoAppointment[] = rows.map(
  ([day, time, name, company, place, projectTypes, leadStatus, salesperson]) => {
    const [firstName = "", lastName = ""] = name.split("|");
    const [street = "", city = "", zipCode = ""] = place.split("|");
    const cameraUrl = CAMERA_URLS[lastName];
    return {
      day,
      time,
      firstName,
      lastName,
      company,
      street,
      city,
      zipCode,
      projectTypes,
      leadStatus,
      salesperson,
      ...(cameraUrl !== undefined && { cameraUrl }),
    };
  },
);
