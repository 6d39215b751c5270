// `npm run pictures`: takes the pictures of the README and the user guide into docs/pictures, from the running app with
// the demo company. What they show is the same on each run, but for the dates. `-- guide` takes those of the guide alone.
/* global navigator -- in a function that runs in the page */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chromium } from "playwright-core";
import { buildIfStale, SERVER_PROGRAM } from "./build-if-stale.mjs";
import { BROWSER_ARGS, findBrowser, findInstalledBrowser } from "./find-browser.mjs";
import { takeGuidePictures } from "./guide-pictures.mjs";
import { installIfNeeded, requireNodeVersion, SetupProblem } from "./install-if-needed.mjs";
import {
  ADMIN,
  CUSTOMER,
  DESKTOP,
  LANDSCAPE,
  openEstimate,
  openLead,
  openPage,
  PASSWORD,
  PHONE,
  PICTURES_FOLDER,
  SALES,
  shootAndLeave,
  signIn,
  TABLET,
} from "./picture-studio.mjs";
import { startNodeProgram } from "./run-process.mjs";
import { showProblem } from "./show-problem.mjs";
import { findFreePort } from "./find-free-port.mjs";

const READY_WITHIN_MS = 60_000;

/** Pages of the demo company's complete estimate; `path` is below the estimate. */
const ESTIMATE_PICTURES = [
  { name: "estimate-desktop-light", device: DESKTOP, path: "", waitFor: "Estimate total" },
  { name: "step-tablet-light", device: LANDSCAPE, path: "/roofing/3", waitFor: "Eave length" },
  { name: "step-phone-dark", device: PHONE, path: "/roofing/3", waitFor: "Eave length", colorScheme: "dark" },
  { name: "packages-tablet-light", device: LANDSCAPE, path: "/roofing/14", waitFor: "Architectural" },
  { name: "homeowner-tablet-light", device: TABLET, path: "/homeowner", waitFor: "Your estimate" },
];

/** A line that a person could have written, in shares of the pad: loops that become flatter. */
const SIGNATURE = Array.from({ length: 90 }, (_, step) => {
  const part = step / 89;
  const swing = 0.22 * (1 - part * 0.7);
  return [0.12 + part * 0.55 + Math.cos(step / 2.2) * 0.03, 0.52 - Math.sin(step / 2.2) * swing];
});

try {
  requireNodeVersion();
  await installIfNeeded();
  await buildIfStale();
  await takePictures();
} catch (problem) {
  showProblem(problem);
}

async function takePictures() {
  const dataFolder = mkdtempSync(join(tmpdir(), "ridgebook-pictures-"));
  // PostgreSQL does not run as root: its own account must be able to enter the folder.
  chmodSync(dataFolder, 0o755);
  mkdirSync(PICTURES_FOLDER, { recursive: true });
  const server = await startServer(dataFolder);
  const browser = await chromium.launch({
    executablePath: findInstalledBrowser() ?? findBrowser(),
    args: BROWSER_ARGS,
  });
  try {
    const studio = { browser, url: server.url };
    if (!process.argv.includes("guide")) await takeSharedPictures(studio);
    await takeGuidePictures(studio);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** Pictures of the README, some of which the guide shows as well. */
async function takeSharedPictures(studio) {
  await pictureLogin(studio);
  await pictureLeads({ ...studio, name: "leads-desktop-light", device: DESKTOP });
  await pictureLeads({ ...studio, name: "leads-phone-light", device: PHONE });
  await pictureLead(studio);
  await picturePriceBook(studio);
  for (const picture of ESTIMATE_PICTURES) await pictureEstimate(studio, picture);
  await pictureContract(studio);
  // Last: it changes the demo company.
  await pictureSyncPanel(studio);
}

async function startServer(dataFolder) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const program = startNodeProgram({
    file: SERVER_PROGRAM,
    env: {
      ...process.env,
      NODE_ENV: undefined,
      RIDGEBOOK_ENVIRONMENT: undefined,
      DEMO: "on",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataFolder,
      DATABASE_URL: undefined,
      DATABASE_OWNER_URL: undefined,
      SMTP_URL: undefined,
    },
  });
  let hasEnded = false;
  const ended = program.ended.then(() => (hasEnded = true));
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(url))) {
    if (hasEnded || performance.now() > giveUpAt) throw new SetupProblem("The server did not start.");
    await delay(50);
  }
  return {
    url,
    stop: async () => {
      program.stop("SIGTERM");
      await ended;
    },
  };
}

async function isReady(url) {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function pictureLogin(studio) {
  const page = await openPage({ ...studio, device: DESKTOP });
  await page.goto("/account/login");
  await page.getByRole("button", { name: `Use ${SALES}` }).click();
  await shootAndLeave(page, "login-desktop-light");
}

/** The working day ahead. */
async function pictureLeads({ name, device, ...studio }) {
  const page = await openPage({ ...studio, device });
  await signIn(page);
  await page.getByRole("link", { name: CUSTOMER }).waitFor();
  await shootAndLeave(page, name);
}

async function pictureLead(studio) {
  const page = await openPage({ ...studio, device: TABLET, colorScheme: "dark" });
  await signIn(page);
  await openLead(page, CUSTOMER);
  await shootAndLeave(page, "lead-tablet-dark");
}

/** A page of the demo company's complete estimate. */
async function pictureEstimate(studio, { name, device, path, waitFor, colorScheme }) {
  const page = await openPage({ ...studio, device, ...(colorScheme && { colorScheme }) });
  await signIn(page);
  await openEstimate(page);
  if (path !== "") await page.goto(`${page.url()}${path}`);
  await page.getByText(waitFor).first().waitFor();
  await shootAndLeave(page, name);
}

/** A contract before and during signing. */
async function pictureContract(studio) {
  const making = await openPage({ ...studio, device: DESKTOP });
  await signIn(making);
  await openEstimate(making);
  const path = `${making.url()}/contract/create`;
  await making.goto(path);
  await making.getByRole("article").getByText("Home improvement contract").waitFor();
  await making.getByLabel("Working days").fill("5");
  await shootAndLeave(making, "contract-desktop-light");

  const signing = await openPage({ ...studio, device: TABLET });
  await signIn(signing);
  await signing.goto(path);
  await signing.getByRole("button", { name: "Review & sign" }).click();
  const pad = signing.locator("canvas");
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new SetupProblem("There is no pad to sign on.");
  for (const [index, [x, y]] of SIGNATURE.entries()) {
    await signing.mouse.move(box.x + x * box.width, box.y + y * box.height);
    if (index === 0) await signing.mouse.down();
  }
  await signing.mouse.up();
  await shootAndLeave(signing, "signing-tablet-light");
}

/** An admin's view of the prices, with the options of a field beside one of them. */
async function picturePriceBook(studio) {
  const page = await openPage({ ...studio, device: DESKTOP });
  await signIn(page, ADMIN);
  await page.goto("/config/estimate-field-options?field=4.13");
  await page.getByRole("heading", { name: "Costs and prices" }).waitFor();
  await shootAndLeave(page, "price-book-desktop-light");
}

/** One refused change, one conflict, and two that wait for a signal. */
async function pictureSyncPanel(studio) {
  const page = await openPage({ ...studio, device: TABLET });
  const context = page.context();
  await signIn(page);
  // The app works offline as soon as its worker is active.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const ortegaId = await openLead(page, "Luis Ortega");
  const administrator = await signInToApi(studio.url);

  await context.setOffline(true);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Phone", { exact: true }).fill("2695550144");
  await page.getByRole("combobox", { name: "Status" }).selectOption("Estimate");
  await save(page, "Luis Ortega");
  await createLead(page, { "First name": "Ruth Ann", "Last name": "Miller", salesperson: "Theo Lindqvist" });

  await administrator.changeLead(ortegaId, { phone: "+12695550188", leadStatus: "Contract sent" });
  await administrator.deactivate("theo@demo.test");
  await context.setOffline(false);
  await page.getByRole("button", { name: "2 need you" }).waitFor();

  await context.setOffline(true);
  await createLead(page, { "First name": "Amy", "Last name": "Kowalski", Street: "914 Elm St", City: "Schoolcraft" });
  await page.goto("/estimator/leads?searchQuery=Whitfield");
  await page.getByRole("link", { name: CUSTOMER }).click();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Mobile phone", { exact: true }).fill("2695550160");
  await page.getByLabel("Description", { exact: true }).fill("Wants the gutters in the same colour as the trim.");
  await save(page, CUSTOMER);

  await page.goto("/estimator/leads?sort=meeting-asc");
  await page.locator("[data-row-link]").first().waitFor();
  await page.getByRole("button", { name: "2 need you" }).click();
  await page.getByText("4 changes on this device").waitFor();
  await page.getByText("Waiting, 2nd").waitFor();
  await shootAndLeave(page, "sync-tablet-light");
}

async function createLead(page, { salesperson, ...entries }) {
  await page.goto("/estimator/leads/new/edit");
  for (const [label, text] of Object.entries(entries)) await page.getByLabel(label, { exact: true }).fill(text);
  if (salesperson)
    await page.getByRole("combobox", { name: "Salesperson", exact: true }).selectOption({ label: salesperson });
  await save(page, `${entries["First name"]} ${entries["Last name"]}`);
}

async function save(page, name) {
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/details$/);
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

/** An admin in the office, who works on the same leads meanwhile. */
async function signInToApi(url) {
  const call = async (method, path, { token, body } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const { token } = await call("POST", "/api/users/login", { body: { email: ADMIN, password: PASSWORD } });
  return {
    changeLead: async (id, changed) => {
      const lead = await call("GET", `/api/leads/${id}`, { token });
      const former = Object.fromEntries(Object.keys(changed).map((field) => [field, lead[field]]));
      await call("PUT", `/api/leads/${id}`, { token, body: { ...changed, former, revision: lead.revision } });
    },
    deactivate: async (email) => {
      const users = await call("GET", "/api/users", { token });
      const { id, firstName, lastName, phoneNumber, role } = users.find((user) => user.email === email);
      await call("PUT", `/api/users/${id}`, {
        token,
        body: { firstName, lastName, phoneNumber, email, role, active: false },
      });
    },
  };
}
