import type { Page } from "playwright-core";
import type { AppServer } from "./start-app.ts";

/** A lead's form by its labels; only the fields of a test. */
type LeadEntries = Partial<
  Record<
    | "First name"
    | "Last name"
    | "Company"
    | "Customer number"
    | "Phone"
    | "Mobile phone"
    | "E-mail"
    | "Street"
    | "City"
    | "Zip code"
    | "Description",
    string
  >
>;

export async function fillInLead(page: Page, entries: LeadEntries): Promise<void> {
  for (const [label, text] of Object.entries(entries)) await page.getByLabel(label, { exact: true }).fill(text);
}

export const saveLead = (page: Page): Promise<void> => page.getByRole("button", { name: "Save", exact: true }).click();

/** From the list to the details of a lead that was just created. */
export async function createLead(page: Page, entries: LeadEntries): Promise<void> {
  await page.getByRole("link", { name: "New lead" }).click();
  await page.getByRole("heading", { name: "New lead" }).waitFor();
  await fillInLead(page, entries);
  await saveLead(page);
  await page.waitForURL(/\/estimator\/leads\/-?\d+\/details/);
}

/** From the details of a lead to its details with some fields changed. */
export async function editLead(page: Page, entries: LeadEntries): Promise<void> {
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("heading", { name: /^Edit / }).waitFor();
  await fillInLead(page, entries);
  await saveLead(page);
  await page.waitForURL(/\/estimator\/leads\/-?\d+\/details/);
}

/** From the list's opening view to all leads. */
export const showAllLeads = (page: Page): Promise<void> => page.getByRole("button", { name: "All leads" }).click();

/** The id in the address of a lead's page. */
export const shownLeadId = (page: Page): number => Number(/\/leads\/(-?\d+)\//.exec(page.url())?.[1]);

export const openLead = (page: Page, id: number): Promise<unknown> =>
  page.goto(`/estimator/leads/${String(id)}/details`);

/** Goes to a lead inside the running app, as `moveToEstimate` does to an estimate. */
export const moveToLead = (page: Page, id: number): Promise<void> =>
  page.evaluate(
    (path) => {
      history.pushState({}, "", path);
    },
    `/estimator/leads/${String(id)}/details`,
  );

/** The server's leads with a last name, by first name. */
export const serverLeads = (app: AppServer, lastName: string) =>
  app.query<{ id: string; first_name: string; phone: string; email: string; city: string; street: string }>(
    "select id, first_name, phone, email, city, street from lead where last_name = $1 order by first_name",
    [lastName],
  );

/** The number of leads of the demo company. */
export async function countLeads(app: AppServer): Promise<number> {
  const [row] = await app.query<{ count: number }>(
    "select count(*)::int as count from lead where company_id = (select min(id) from company)",
  );
  return row?.count ?? 0;
}

/** The id of one of the demo company's appointments, which every installation starts with. */
export async function findLeadId(app: AppServer, name: string): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    "select id::int as id from lead where trim(first_name || ' ' || last_name) = $1 order by id limit 1",
    [name],
  );
  if (!row) throw new Error(`There is no lead ${name}.`);
  return row.id;
}
