import { startDatabase } from "../product/database.mjs";
import { saveEstimate, writeLargeEstimate } from "../product/large-estimate.mjs";
import { createCompany, fillCompanies } from "../product/sample-companies.mjs";
import { openSalesDevice } from "../product/sales-device.mjs";
import { signIn, startProductServer } from "../product/server.mjs";
import { measureMemory } from "./estimator/memory.mjs";
import { measureOpening } from "./estimator/opening.mjs";
import { measureSaving } from "./estimator/saving.mjs";
import { measureTyping } from "./estimator/typing.mjs";

const LEADS = 100;
const WINDOW_FIELD = "3.1";
/** The slowdown that simulates a field tablet's processor. */
const SLOW = 4;

/**
 * An estimate of 2,000 lines in a real browser with its data on the device: opening steps and quick forms, typing, memory, and
 * saving it whole.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureEstimator({ resources }) {
  const database = await startDatabase({ resources });
  const company = await createCompany({ superuser: database.superuser, name: "Gable Roofing" });
  await fillCompanies({ superuser: database.superuser, companies: [company], leadsEach: LEADS });
  const server = await startProductServer({ resources, database });
  const { headers } = await signIn({ server, ...company.user });
  const leadId = await findLead({ server, headers });
  const { body, itemCount } = await writeLargeEstimate({ leadId, name: "Large house" });
  const estimate = await saveEstimate({ server, headers, body });
  const { id, items } = estimate;
  console.log(`  ${itemCount} lines, ${(JSON.stringify(body).length / 1024).toFixed(0)} KB of JSON`);

  const { context, page } = await openSalesDevice({ resources, server, user: company.user, estimates: 1 });
  const device = {
    resources,
    context,
    page,
    server,
    estimateId: id,
    windowId: items.find(({ fieldId }) => fieldId === WINDOW_FIELD).id,
  };
  const opening = await measureOpening({ ...device, speeds: [1, SLOW] });
  const typing = await measureTyping({ ...device, estimate, speeds: [1, SLOW], longest: opening.longest });
  const memory = await measureMemory({ ...device, longest: opening.longest });
  // The first session has expired.
  const again = await signIn({ server, ...company.user });
  const saving = await measureSaving({
    ...device,
    database,
    headers: again.headers,
    user: company.user,
    leadId,
    body,
    itemCount,
    speeds: [1, SLOW],
    longest: opening.longest,
  });
  return [
    ...opening.figures,
    ...typing.figures,
    {
      what: "layout shift of pages that show their first fields, and while nothing is typed",
      measured: opening.shift + typing.shift,
      unit: "x",
      goal: { atMost: 0.01 },
      note: "all openings together",
    },
    {
      what: "layout shift of a key",
      measured: typing.shiftOfKey,
      unit: "x",
      goal: { atMost: 0.01 },
      note: "digits that make a number longer",
    },
    ...memory,
    ...saving,
  ];
}

/** @param {{ server: import("../product/server.mjs").ProductServer, headers: Record<string, string> }} options */
async function findLead({ server, headers }) {
  const reply = await fetch(`${server.url}/api/leads?limit=1`, { headers });
  const { data } = await reply.json();
  return data[0].id;
}
