/**
 * Puts unsent leads into the device's stores, without the app, in the app's own format. A page finds them when it counts
 * again.
 *
 * @param {import("playwright-core").Page} page
 * @param {{ lead: Record<string, unknown>, count: number, firstId: number }} queued `lead` is what all of them are like; ids count down in steps of two
 */
export const queueLeads = (page, queued) => page.evaluate(putQueuedLeads, queued);

/** One of the leads on the device. @param {import("playwright-core").Page} page */
export async function readOneLead(page) {
  const leads = await page.evaluate(
    () =>
      /** @type {Promise<Record<string, unknown>[]>} */ (
        new Promise((resolve, reject) => {
          const opening = indexedDB.open("ridgebook");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction("leads").objectStore("leads").getAll(null, 1);
            reading.onsuccess = () => {
              opening.result.close();
              resolve(reading.result);
            };
          };
        })
      ),
  );
  if (!leads[0]) throw new Error("There are no leads on the device.");
  return leads[0];
}

/** Runs in the page. @param {{ lead: Record<string, unknown>, count: number, firstId: number }} options */
function putQueuedLeads({ lead, count, firstId }) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("ridgebook");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(["leads", "local-changes", "local-ids"], "readwrite");
      const data = {
        revision: 0,
        former: {},
        base: null,
        changedTime: Date.now(),
        retry: { count: 0, notBefore: 0 },
      };
      for (let index = 0; index < count; index += 1) {
        const id = firstId - index * 2;
        transaction.objectStore("leads").put({
          ...lead,
          id,
          revision: 0,
          lastName: `${lead.lastName} ${index}`,
          customerNumber: "PUSHED",
        });
        transaction.objectStore("local-changes").put({ storeName: "leads", id, state: 4, error: null, data });
      }
      transaction.objectStore("local-ids").put({ storeName: "leads", lastId: firstId - (count - 1) * 2 });
      transaction.onerror = () => reject(transaction.error);
      transaction.oncomplete = () => {
        database.close();
        resolve(undefined);
      };
    };
  });
}
