import { UNUSED_RECOMMENDATIONS } from "../support/house-entry.ts";
import type { Target } from "./in-page.ts";
import type { Person } from "./person.ts";

/*
 * The houses of the walks (docs/walks.md), from the lead list to "signed" or to the homeowner's view. A field that follows the one just
 * filled in is reached with Tab, and a quantity with Enter, as on the keyboard of a tablet.
 */

const question: Target = { role: "alertdialog" };
const newEstimate: Target = { role: "dialog", name: "New estimate" };

/** Types into the field that has the focus by now, which has to be this one. */
async function typeInto(person: Person, name: string, text: string): Promise<void> {
  await person.waitFor(`the focus in "${name}"`, async () =>
    person.tab.evaluate((wanted) => {
      const { activeElement } = document;
      const labels = activeElement instanceof HTMLInputElement ? [...(activeElement.labels ?? [])] : [];
      const own = activeElement?.getAttribute("aria-label");
      return own === wanted || labels.some(({ textContent }) => textContent.trim() === wanted);
    }, name),
  );
  await person.tab.type(text);
}

async function tabTo(person: Person, name: string, text: string): Promise<void> {
  await person.tab.pressKey("Tab");
  await typeInto(person, name, text);
}

async function enterTo(person: Person, name: string, text: string): Promise<void> {
  await person.tab.pressKey("Enter");
  await typeInto(person, name, text);
}

const pressButton = (person: Person, name: string): Promise<void> => person.press({ role: "button", name });

/** Presses what ends a step and waits for the next page; a question about recommendations is a dead end too and counts. */
async function leaveStep(person: Person, name: string, next: RegExp): Promise<void> {
  await pressButton(person, name);
  await person.waitFor(String(next), async () => {
    if (await person.isThere({ ...question, contains: UNUSED_RECOMMENDATIONS }))
      await person.press({ role: "button", name: "Continue", within: question });
    return person.tab.evaluate((pattern) => new RegExp(pattern).test(location.pathname), next.source);
  });
}

async function addLead(person: Person): Promise<void> {
  await person.press({ role: "link", name: "New lead" });
  await person.see({ role: "heading", name: "New lead" });
  await typeInto(person, "First name", "Jo");
  await tabTo(person, "Last name", "Garner");
  await person.enter("Phone", "2695550146");
  await person.enter("E-mail", "jo.garner@example.com");
  await tabTo(person, "Street", "412 Alder Ct");
  await tabTo(person, "Zip code", "49078");
  await person.tab.pressKey("Enter");
  await person.arriveAt(/\/leads\/-?\d+\/details/);
  await person.seeText("412 Alder Ct, Otsego, MI 49078");
}

async function startEstimate(person: Person, work: readonly string[], firstStep: RegExp): Promise<void> {
  await pressButton(person, "New estimate");
  await person.see(newEstimate);
  for (const each of work) await person.check(each, true, newEstimate);
  await pressButton(person, "Create & start");
  await person.arriveAt(firstStep);
}

async function enterRoof(person: Person): Promise<void> {
  const step = (number: number): RegExp => new RegExp(`/roofing/${String(number)}$`);
  await person.see({ role: "heading", name: "Questionnaire" });
  await person.choose("Number of stories", "2");
  await leaveStep(person, "Save & next", step(2));

  await person.enter("Total roof area", "2400");
  await pressButton(person, "Use 24 for Squares on story 2");
  await pressButton(person, "Add tear-off");
  await person.choose("Tear-off layers", "1 layer");
  await person.choose("Tear-off pitch", "7/12 to 9/12");
  await person.choose("Tear-off material", "Architectural asphalt");
  await person.choose("Material type", "Asphalt shingles");
  await person.check("Dumpster needed", true);
  await person.choose("Dumpster type", "20 yard");
  await pressButton(person, "Use 24 for Install pitch 2");
  await leaveStep(person, "Save & next", step(3));

  await person.enter("Eave length", "120");
  await enterTo(person, "Rake edge length", "80");
  await enterTo(person, "Hip and ridge length", "44");
  await person.choose("Ice barrier rows", "2 rows");
  await person.choose("Ice barrier", "Granular surface, 2 SQ roll");
  await leaveStep(person, "Save & next", step(4));

  await pressButton(person, "Add drip edge");
  await person.choose("Drip edge type", "Aluminum, 10 ft");
  await person.choose("Drip edge color", "White");
  await person.choose("PVC pipe flashing", "3 to 4 in pipe");
  await tabTo(person, "PVC pipe flashing quantity", "2");
  // Nothing suggests a chimney or a skylight.
  await leaveStep(person, "Save & next", step(7));

  await person.choose("Ridge vent", "Rigid, under the caps");
  await tabTo(person, "Ridge vent quantity", "44");
  await leaveStep(person, "Save & next", step(13));
  await leaveStep(person, "Nothing here", step(14));

  await pressButton(person, "Choose Better: architectural");
  await person.press({ role: "radio", name: "Charcoal" });
  await person.choose("Roofing installation", "Asphalt shingles, 4 nails");
  await person.choose("Underlayment", "Synthetic, 10 SQ roll");
  await person.choose("Starters", "Starter strip, 105 ft bundle");
  await person.choose("Hip and ridge", "Standard cap, 25 ft bundle");
  // The gutters are next.
  await leaveStep(person, "Save & finish", /\/gutters\/1$/);
}

async function enterGutters(person: Person): Promise<void> {
  const step = (number: number): RegExp => new RegExp(`/gutters/${String(number)}$`);
  await person.enter("Total gutter length", "110");
  await enterTo(person, "Total gutter corners", "4");
  await enterTo(person, "Remove existing gutters", "110");
  await leaveStep(person, "Save & next", step(2));

  await pressButton(person, "Add gutter");
  await person.choose("Gutter type", '5" K-style aluminum, seamless');
  await person.choose("Gutter color", "White");
  await person.choose("Gutter installation", "Hidden hangers every 24 inches");
  await person.enter("Length of one downspout", "18");
  await pressButton(person, "Add downspout");
  await person.choose("Downspout type", "2 x 3 aluminum");
  await person.choose("Downspout color", "White");
  // Nothing suggests lights at the eaves.
  await leaveStep(person, "Save & next", step(4));
  await leaveStep(person, "Nothing here", /\/estimate\/-?\d+$/);
}

async function lookAtOffer(person: Person): Promise<void> {
  // The page's main action moves last, once all steps are counted; a press before that may miss it.
  await person.see({ role: "link", name: "Create contract" });
  await person.press({ role: "link", name: "Show homeowner" });
  await person.see({ role: "heading", name: "Your estimate" });
}

/** From the homeowner's view to a contract that all have signed. */
async function signContract(person: Person, { secondOwner }: { secondOwner?: string } = {}): Promise<void> {
  await pressButton(person, "Done");
  await pressButton(person, "Leave this view");
  await person.press({ role: "radio", matches: "^Cash or check" });
  await person.press({ role: "link", name: "Create contract" });
  await person.see({ role: "heading", name: "New contract" });
  if (secondOwner !== undefined) await person.enter("Second owner", secondOwner);
  await pressButton(person, "Review & sign");
  await person.see({ role: "heading", name: "Review & sign contract" });
  const signers = secondOwner === undefined ? 2 : 3;
  for (let signed = 1; signed <= signers; signed += 1) {
    const { x, y } = await person.reach({ role: "pad" });
    await person.tab.drag(
      Array.from({ length: 30 }, (_, step) => ({ x: x - 90 + step * 6, y: y + Math.sin(step / 2) * 25 })),
    );
    await person.press({ role: "button", matches: "^I agree, sign as " });
    await person.seeText(`${String(signed)} of ${String(signers)} signed`);
  }
  await pressButton(person, "Finish contract");
  await person.arriveAt(/[?&]made=-?\d+/);
  await person.seeText("Signed");
}

/** House 1, a roof of 24 squares and 110 ft of gutter: from the lead list to a contract that three have signed. */
export async function walkRoofAndGutters(person: Person): Promise<void> {
  await addLead(person);
  await startEstimate(person, ["Roofing", "Gutters"], /\/roofing\/1$/);
  await enterRoof(person);
  await enterGutters(person);
  await lookAtOffer(person);
  await signContract(person, { secondOwner: "Lee Garner" });
}

/** House 2, three windows with grids and trim: from the lead list to a contract that owner and salesperson have signed. */
export async function walkThreeWindows(person: Person): Promise<void> {
  const grid: Target = { role: "group", name: "Grid" };
  const trim: Target = { role: "group", name: "Exterior trim" };
  await addLead(person);
  await startEstimate(person, ["Windows & Doors"], /\/windows\/1$/);
  await leaveStep(person, "Save & next", /\/windows\/2\//);

  // Two of one kind are one entry.
  await person.choose("Window type", "Double hung");
  await person.enter("Width", "35 1/2");
  await enterTo(person, "Height", "59 1/2");
  await enterTo(person, "Quantity", "2");
  await person.choose("Screen", "Full screen");
  await pressButton(person, "Add grid");
  await person.choose("Size", 'Flat 5/8" between the glass', grid);
  await person.choose("Pattern", "Colonial", grid);
  await person.choose("Color", "White", grid);
  await person.choose("Exterior color", "White");
  await pressButton(person, "Add exterior trim");
  await person.choose("Type", "PVC brick mould, 8 ft", trim);
  await person.choose("Color", "White", trim);
  await pressButton(person, "Save & add another");
  await person.see({ role: "heading", name: "2 New window" });

  await person.choose("Window type", "Casement");
  await person.enter("Width", "28");
  await enterTo(person, "Height", "48");
  // The double hung's grid is not copied.
  await person.waitFor("a casement without a grid", async () => !(await person.isThere(grid)));
  await pressButton(person, "Save window");
  await person.arriveAt(/\/windows\/2\/-?[1-9]\d*\/0$/);
  await leaveStep(person, "Next: Trim", /\/windows\/3$/);
  // 1.15 x (2 x 190 + 152) / 12 = 50.98.
  await person.seeText("The windows take 51 ft of PVC brick mould, 8 ft, White");
  await leaveStep(person, "Save & next", /\/windows\/4$/);
  await leaveStep(person, "Save & next", /\/windows\/5$/);
  await pressButton(person, "Choose Better: premium vinyl");
  await leaveStep(person, "Save & finish", /\/estimate\/-?\d+$/);
  await lookAtOffer(person);
  await signContract(person);
}
