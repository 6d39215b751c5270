import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ADMIN } from "../support/account.ts";
import { offerPopulate } from "../support/measurements.ts";
import type { Target } from "./in-page.ts";
import { signIn } from "./walk.ts";
import { prepareWebKitTablet } from "./webkit-tablet.ts";

/* The connections in Safari's engine, on a tablet, with the product's own stand-ins; nothing covers a control on their pages. */

/** The house of `STREET`, measured again by Hover. */
const REMEASURED = fileURLToPath(
  new URL("../../packages/estimating/src/measurements/testing/remeasured.json", import.meta.url),
);
/** The address of a house at the demo Hover. */
const STREET = "1840 Larkspur Bend";

const tablet = prepareWebKitTablet();
const { arrive, coveredAt } = tablet;

const pressButton = (name: string, within?: Target): Promise<void> =>
  tablet.person.press({ role: "button", name, ...(within && { within }) });

/** From one page of Config to another. */
async function openConfigPage(label: string): Promise<void> {
  await tablet.person.press({ role: "link", name: "All of Config" });
  await tablet.person.press({ role: "link", name: label });
}

/** From the page of a connection to the stand-in's consent page and back. */
async function connect(name: string, page: string): Promise<readonly string[]> {
  const button = `Connect to the demo ${name}`;
  await tablet.person.see({ role: "button", name: button });
  const covered = [...(await coveredAt(`${page}, not connected`))];
  await pressButton(button);
  await tablet.person.see({ role: "button", name: "Allow" });
  covered.push(...(await coveredAt(`consent page of ${name}`)));
  await pressButton("Allow");
  await tablet.person.arriveAt(new RegExp(`^${page}`));
  await tablet.person.seeText(`${name} is connected`);
  await tablet.person.seeText("Working");
  await arrive(page);
  return [...covered, ...(await coveredAt(`${page}, connected`))];
}

test("[ROUTE-21][ROUTE-22][HVR-04] an admin connects the demo Hover, Zoho CRM and Google Drive, and sees them working", async () => {
  const { person } = tablet;
  const covered: string[] = [];
  await tablet.logIn(ADMIN, "/config/hover-integration", "Hover");
  covered.push(...(await connect("Hover", "/config/hover-integration")));

  await openConfigPage("Zoho CRM");
  covered.push(...(await connect("Zoho CRM", "/config/zoho-integration")));
  await person.seeText("5 leads are in step with Zoho.");
  await person.see({ role: "field", name: "Customer number" });
  covered.push(...(await coveredAt("Zoho's leads")));

  await openConfigPage("Files");
  covered.push(...(await connect("Google Drive", "/config/file-settings")));
  await person.seeText("office@summit-demo.test");
  await person.enter("Folder for salespeople", "https://drive.google.com/drive/folders/1twin_DemoProjects");
  await person.see({ role: "link", name: "Projects" });
  await pressButton("Save");
  await person.seeText("Saved");

  for (const [label, heading] of [
    ["CompanyCam", "CompanyCam"],
    ["API", "API access"],
  ] as const) {
    await openConfigPage(label);
    await person.see({ role: "heading", name: heading });
    covered.push(...(await coveredAt(heading)));
  }
  expect(covered).toEqual([]);
  expect(tablet.browser.errors).toEqual([]);
});

test("[OP-54][HVR-01][MEASURE-06][MEASURE-10][MEASURE-12][MEASURE-17] a salesperson fills a step from the lead's house at Hover, from a file, and from the planes of a roof", async () => {
  const { person } = tablet;
  const covered: string[] = [];
  const look = async (page: string): Promise<void> => {
    covered.push(...(await coveredAt(page)));
  };
  await offerPopulate(tablet.app);
  await person.press({ role: "button", matches: "[Aa]ccount menu" });
  await pressButton("Logout");
  await person.see({ role: "button", name: "Log in" });
  await signIn.take(tablet);

  await person.press({ role: "link", name: "New lead" });
  await person.enter("First name", "Dana");
  await person.enter("Last name", "Whitlock");
  await person.enter("Street", STREET);
  await pressButton("Save");
  await person.arriveAt(/\/leads\/\d+\/details/);
  // The page moves up when these two replace their skeletons.
  await person.seeText("No documents yet");
  await person.seeText("No photos yet");
  await pressButton("Find measurements");
  const found: Target = { role: "dialog", name: "Find measurements" };
  await person.see({ role: "button", name: `Choose ${STREET}`, within: found });
  await look("houses found");
  await pressButton(`Choose ${STREET}`, found);
  await person.seeText("Main house: measured");
  await person.seeText("Kept on this device");
  await look("house of the lead");

  const dialog: Target = { role: "dialog", name: "New estimate" };
  await pressButton("New estimate");
  await person.check("Roofing", true, dialog);
  await pressButton("Create & start", dialog);
  await person.arriveAt(/\/roofing\/1$/);
  await person.choose("Number of stories", "2");
  await pressButton("Save & next");
  await person.arriveAt(/\/roofing\/2$/);

  // The table comes first, and one row is left out. Then each number in the form explains itself down to Hover's path.
  await pressButton("Populate from measurements");
  await person.see({ role: "button", name: "Choose file" });
  await person.see({ role: "button", name: "Use these measurements" });
  await look("sources");
  await pressButton("Use these measurements");
  await person.see({ role: "row", contains: "Eave length" });
  await person.check("Valley length", false);
  await look("table of Hover");
  await person.press({ role: "button", matches: "^Take \\d+ measurements$" });
  await person.press({ role: "button", matches: "^Total roof area from Hover, " });
  await person.seeText("Hover · roof.area.total");
  await look("explanation");
  await pressButton("Close");
  await look("filled step");

  await pressButton("Populate from measurements");
  await person.chooseFile("File of measurements", REMEASURED);
  await person.seeText("values that were taken before are different");
  await look("table of a file");
  await pressButton("Other source");

  // Two planes of 40 ft x 30 ft, which the calculator suggests as the sides of a gable: 2 x 1,200 = 2,400 sq ft = 24 squares.
  await pressButton("Roof calculator");
  await person.enter("Length", "40");
  await person.enter("Width, on the slope", "30");
  await person.enter("Pitch", "6");
  await person.seeText("The roof: 2,400 sq ft");
  await look("roof calculator");
  await pressButton("Use this roof");
  await person.see({ role: "row", contains: "2,400 SQ FT" });
  await person.press({ role: "button", matches: "^Take \\d+ measurements$" });
  await person.waitFor("the area of both planes", async () => {
    const { text } = await person.see({ role: "field", name: "Total roof area" });
    return text === "2400";
  });
  await person.see({ role: "button", name: "Use 24 for Squares on story 2" });
  expect(covered).toEqual([]);
  expect(tablet.browser.errors).toEqual([]);
});
