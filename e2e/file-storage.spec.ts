import { expect, test } from "vitest";
import { fillInLogin, MASTER_ADMIN } from "./support/account.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { pressToClose } from "./support/press.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin connects the demo Google Drive and names its folders. The provider is the product's own stand-in. */

const journey = prepareJourney();

const FILES = "/config/file-settings";
const FOLDER = "https://drive.google.com/drive/folders/1twin_DemoProjects";

test("[ROUTE-21][INT-02][INT-11][INT-12][SET-06][SET-08][VAL-27][FILE-10][STORE-20][CONN-49][CONN-50][CONN-55][CONN-59][OP-58] an admin connects the demo Google Drive, names folders, also a salesperson’s, reads the price book, and disconnects", async () => {
  const page = await journey.openPage({ ...INSPECTED_DEVICE, serviceWorkers: "allow" });
  await signInToConfig(page, FILES);
  await page.getByRole("button", { name: "Connect to the demo Google Drive" }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL((url) => url.pathname === FILES);
  await page.getByText("Google Drive is connected", { exact: true }).waitFor();
  await page.getByText("Working", { exact: true }).waitFor();
  await eventually(() => new URL(page.url()).search).toBe("");
  await page.getByText("office@summit-demo.test").first().waitFor();

  // The demo can also simulate people who move or delete those folders.
  const renames = page.getByRole("checkbox", { name: "Renames folders" });
  await renames.check();
  await page.getByText("The demo Google Drive now misbehaves", { exact: true }).waitFor();
  await renames.uncheck();
  await page.getByText("The demo Google Drive behaves again", { exact: true }).waitFor();

  const folder = page.getByRole("textbox", { name: "Folder for salespeople" });
  await folder.fill("https://drive.google.com/drive/folders/1twin_DemoTrashed");
  await page.getByText(/^The selected file is inaccessible\./).waitFor();
  // A dead link is not saved, also with other changes.
  await page.getByLabel("Folders of project types").fill("Roofing = Roof jobs");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: /^Folder for salespeople: The selected file is inaccessible\./ }).waitFor();
  const unsaved = await journey.app.query<{ values: object }>(
    "select values from company_settings where company_id = (select min(id) from company)",
  );
  expect(unsaved[0]?.values).not.toHaveProperty("leadProjectTypesToFolderNameMapping");
  await folder.fill(FOLDER);
  await page.getByRole("link", { name: "Projects", exact: true }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const stored = await journey.app.query<{ folder: string; mapping: unknown }>(
    `select values ->> 'salespersonFallbackFolder' as folder, values -> 'leadProjectTypesToFolderNameMapping' as mapping
     from company_settings where company_id = (select min(id) from company)`,
  );
  expect(stored).toEqual([{ folder: FOLDER, mapping: { Roofing: "Roof jobs" } }]);
  expect(await inspect(page, "file-storage")).toEqual([]);

  // Google's picker, in a separate page: the app's own page runs only the app's scripts. The worker leaves that page to the server.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole("button", { name: "Choose in Google Drive: Folder for PDFs without a place" }).click();
  const picker = page.getByRole("dialog", { name: "Choose a folder in Google Drive" });
  const inPicker = picker.frameLocator("iframe").frameLocator("iframe");
  await pressToClose(
    inPicker.getByRole("button", { name: "Papers without a place" }),
    page.getByRole("link", { name: "Papers without a place", exact: true }),
  );
  await eventually(() => page.getByRole("textbox", { name: "Folder for PDFs without a place" }).inputValue()).toBe(
    "1twin_DemoFallback",
  );
  await eventually(() => page.evaluate(() => "gapi" in window)).toBe(false);

  // An extension, or the network, blocks its script.
  await page.context().route("**/js/api.js", (route) => route.abort());
  journey.expectErrors(/ERR_FAILED/);
  await page.getByRole("button", { name: "Choose in Google Drive: Folder for PDFs without a place" }).click();
  await page.getByText(/^The picker of Google Drive did not open\..*Paste the link or id instead\.$/).waitFor();
  await eventually(() => page.getByRole("textbox", { name: "Folder for PDFs without a place" }).inputValue()).toBe(
    "1twin_DemoFallback",
  );

  // The price book, from a Google sheet.
  await page.getByRole("button", { name: "Discard" }).click();
  await page
    .getByRole("textbox", { name: "Spreadsheet of the price book" })
    .fill("https://docs.google.com/spreadsheets/d/1twin_DemoSheet/edit");
  await page.getByRole("link", { name: "Price sheet", exact: true }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await pressToClose(
    page.getByRole("button", { name: "Import this spreadsheet" }),
    page.getByText("Price sheet changes nothing"),
  );

  // A salesperson's own folder, on their page: one in the trash is refused.
  await page.context().unroute("**/js/api.js");
  await page.goto("/config/users");
  await page.getByRole("link", { name: "Marcus Bell" }).click();
  const ofPerson = page.getByRole("textbox", { name: "Salesperson’s folder" });
  await ofPerson.fill("1twin_DemoTrashed");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: /^Salesperson’s folder: The selected file is inaccessible\./ }).waitFor();
  await page.getByRole("button", { name: "Choose in Google Drive: Salesperson’s folder" }).click();
  await pressToClose(
    inPicker.getByRole("button", { name: "Shared projects" }),
    page.getByRole("link", { name: "Shared projects", exact: true }),
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(
    await journey.app.query(
      `select folder_id from membership join account on account.id = account_id where account.email = 'marcus@demo.test'`,
    ),
  ).toEqual([{ folder_id: "1twin_DemoShared" }]);
  await page.goto(FILES);

  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("Google Drive is disconnected", { exact: true }).waitFor();
});

test("[INT-08][INT-09][SET-06][STORE-20] an admin connects the demo OneDrive, and chooses a drive and a spreadsheet in its picker", async () => {
  const page = await journey.openPage({ ...INSPECTED_DEVICE, device: "phone" });
  await signInToConfig(page, FILES);
  await page.getByLabel("File storage").selectOption("OneDrive or SharePoint");
  await page.getByRole("button", { name: "Connect to the demo OneDrive" }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL((url) => url.pathname === FILES);
  await page.getByText("OneDrive is connected", { exact: true }).waitFor();
  await page.getByLabel("Drive", { exact: true }).selectOption("Documents");
  await page.getByRole("button", { name: "Choose in OneDrive: Spreadsheet of the price book" }).click();
  const picker = page.getByRole("dialog", { name: "Choose a file in OneDrive" });
  await pressToClose(
    picker.frameLocator("iframe").frameLocator("iframe").getByRole("button", { name: "Price book.xlsx" }),
    page.getByRole("link", { name: "Price book.xlsx", exact: true }),
  );
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const stored = await journey.app.query<{ drive: string; file: string }>(
    `select values -> 'microsoftOneDriveInfo' ->> 'id' as drive, values ->> 'estimateFieldsSpreadsheet' as file
     from company_settings where company_id = (select min(id) from company)`,
  );
  expect(stored).toEqual([{ drive: "b!twinDrive", file: "b!twinDrive:01TWINDEMOSPREADSHEET" }]);
});

test("[ADM-11][ADM-12][API-69][HELP-07] a master admin searches the folder log, marks an entry as fixed and opens the help", async () => {
  await journey.app.query(
    `insert into folder_log (company_id, folder_type, folder_id, parent_id, folder_name, project_type, project_types,
       is_mapping_correct, details, created_time)
     select min(id), 'projectType', '1twin_DemoProjects', '', 'Projects', 'Siding', '["Siding"]', false,
       'No folder name is mapped for Siding: used Projects.', now() from company`,
  );
  const page = await journey.openPage(INSPECTED_DEVICE);
  await page.goto("/account/login");
  await fillInLogin(page, { email: MASTER_ADMIN });
  await page.waitForURL("**/master/folder-log");
  await page.getByText("No folder name is mapped for Siding: used Projects.").waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("chimneys");
  await page.getByText("No entry matches").waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("siding mapped");
  await page.getByRole("button", { name: /^Mark as fixed/ }).click();
  await page.getByRole("button", { name: /^Mark as not fixed/ }).waitFor();
  expect(await inspect(page, "folder-log")).toEqual([]);
  await page.getByRole("button", { name: "Help for this page" }).click();
  await page
    .getByRole("dialog", { name: "Help for this page" })
    .getByText("Mark as fixed once that is done.")
    .waitFor();
});
