import type { Role, SettingsFields } from "@ridgebook/contract";
import { DEMO_APPOINTMENTS, type DemoAppointment } from "./demo-appointments.ts";
import { COLORADO, MICHIGAN, type Town } from "./demo-places.ts";
import { DEMO_WORDING } from "./demo-wording.ts";

/** The password of every demo account. */
export const DEMO_PASSWORD = "Ridgebook-1";

interface DemoUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
}

export interface DemoCompany {
  readonly name: string;
  readonly users: readonly DemoUser[];
  readonly settings: Partial<SettingsFields> & Pick<SettingsFields, "timeZone">;
  readonly towns: readonly Town[];
  readonly appointments: readonly DemoAppointment[];
  readonly leadCount: number;
  readonly seed: number;
  readonly hasLogo: boolean;
}

/** The demo company's loans, by offer id. */
export const DEMO_ZERO_INTEREST = { label: "12 monthly payments", months: 12, feePercent: 4 };
export const DEMO_REDUCED_RATE = { label: "10 years at 7.99 %", months: 120, ratePercent: 7.99, feePercent: 2 };

export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    name: "North Gable Exteriors",
    users: [
      { email: "sales@demo.test", firstName: "Dana", lastName: "Mercer", role: "User" },
      { email: "admin@demo.test", firstName: "Grace", lastName: "Holloway", role: "Admin" },
      { email: "marcus@demo.test", firstName: "Marcus", lastName: "Bell", role: "User" },
      { email: "ines@demo.test", firstName: "Ines", lastName: "Tavares", role: "User" },
      { email: "theo@demo.test", firstName: "Theo", lastName: "Lindqvist", role: "User" },
    ],
    settings: {
      timeZone: "America/New_York",
      themeColor: "#2ab0da",
      companyName: "North Gable Exteriors",
      appCompanyName: "North Gable Exteriors",
      companyWebsiteUrl: "https://northgable.test",
      addressStreet: "2250 Centre Ave, Suite 4",
      addressCity: "Portage",
      addressState: "MI",
      addressPostalCode: "49024",
      addressCountry: "USA",
      phoneNumber: "+12695550142",
      faxNumber: "+12695550143",
      salespersonTitle: "Exterior consultant",
      license: "2101-000000 (demo)",
      fromEmailAddress: "office@northgable.test",
      replyToEmailAddress: "office@northgable.test",
      ...DEMO_WORDING,
      showPaymentOptions: true,
      paymentOptions: {
        "1": { label: "Cash or check" },
        "3": { label: "Monthly payments" },
        "4": { label: "Reduced rate" },
      },
      zeroInterest: {
        "12": DEMO_ZERO_INTEREST,
        "18": { label: "18 monthly payments", months: 18, feePercent: 6 },
      },
      reducedRate: {
        "60": { label: "5 years at 6.99 %", months: 60, ratePercent: 6.99, feePercent: 1.5 },
        "120": DEMO_REDUCED_RATE,
      },
    },
    towns: MICHIGAN,
    appointments: DEMO_APPOINTMENTS,
    leadCount: 400,
    seed: 20_260_514,
    hasLogo: true,
  },
  {
    name: "Other Peak Roofing & Siding",
    users: [
      { email: "sales@other.test", firstName: "Jamie", lastName: "Cole", role: "User" },
      { email: "admin@other.test", firstName: "Alex", lastName: "Romero", role: "Admin" },
    ],
    settings: {
      timeZone: "America/Denver",
      themeColor: "#b45309",
      companyName: "Other Peak Roofing & Siding",
      appCompanyName: "Other Peak",
      addressStreet: "88 Foothill Rd",
      addressCity: "Fort Collins",
      addressState: "CO",
      addressPostalCode: "80524",
      addressCountry: "USA",
      phoneNumber: "+19705550117",
      salespersonTitle: "Roofing advisor",
    },
    towns: COLORADO,
    appointments: [],
    leadCount: 12,
    seed: 7,
    hasLogo: false,
  },
];

/** Accounts of the installation, without a company. */
export const DEMO_ADMINS = [
  { email: "super@demo.test", firstName: "Robin", lastName: "Sato", isSuperAdmin: true, isMasterAdmin: false },
  { email: "master@demo.test", firstName: "Morgan", lastName: "Wells", isSuperAdmin: false, isMasterAdmin: true },
] as const;

export const DEMO_INFO = {
  password: DEMO_PASSWORD,
  logins: [
    { email: "sales@demo.test", description: "Salesperson" },
    { email: "admin@demo.test", description: "Company admin" },
    { email: "super@demo.test", description: "All companies" },
    { email: "master@demo.test", description: "Master admin" },
    { email: "sales@other.test", description: "Another company" },
    { email: "admin@other.test", description: "Its admin" },
  ],
};
