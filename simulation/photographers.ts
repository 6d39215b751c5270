import type { LocalLead } from "../apps/web/src/local-data/leads/leads.ts";
import type { LocalLeadPhoto } from "../apps/web/src/local-data/photos/lead-photo-store.ts";
import type { Creation, Journal } from "./journal.ts";
import type { SavedRecord, Saving } from "./saving.ts";
import type { Tab } from "./simulated-device.ts";
import { NAME_FIELD } from "./simulated-record.ts";

/** The actions of users on photos at a tab. Each is recorded in the journal as the user would remember it. */
export interface Photographers {
  /** Takes a photo of a lead, with or without a network. Its caption is its name in the journal. */
  take(tab: Tab, what: { lead: number }): Promise<void>;
  /** Like `take`, for a lead that the tab has just created. */
  takeOf(tab: Tab, lead: SavedRecord): Promise<void>;
  delete(tab: Tab, what: { lead: number; photo: number }): Promise<void>;
  /** Opens a lead's photos, because they are fetched only then. */
  lookAtLead(tab: Tab, what: { lead: number }): Promise<void>;
}

/** Lists a lead's photos in an order that does not depend on the ids of files, which begin with the company's id. */
export const listPhotos = async (tab: Tab, leadId: number): Promise<LocalLeadPhoto[]> =>
  (await tab.localData.photos.listOfLead(leadId)).sort((one, other) => one.caption.localeCompare(other.caption));

export function createPhotographers(journal: Journal, { save, remove }: Saving): Photographers {
  const chooseLead = async (tab: Tab, index: number): Promise<LocalLead | undefined> => {
    const { data } = await tab.localData.leads.list({ searchQuery: "", limit: 100, offset: 0, sort: "company-asc" });
    return data[index % Math.max(1, data.length)];
  };

  const takeOf: Photographers["takeOf"] = async (tab, lead) => {
    const name = journal.nextName("lead-photos");
    const picture = journal.nextPicture();
    const device = tab.device.index;
    const creation: Creation = { name, leadName: lead.name, picture, device, certainty: "open", isSaidSynced: false };
    journal.creations.push(creation);
    const takenAt = new Date(tab.device.clock.now()).toISOString();
    await save({
      tab,
      texts: [`"${name}"`],
      setCertainty: (certainty) => {
        creation.certainty = certainty;
      },
      setSaidSynced: () => {
        creation.isSaidSynced = true;
      },
      work: async () => {
        const taken = { leadId: lead.id, bytes: picture, contentType: "image/png", takenAt, caption: name };
        const { photo } = await tab.localData.photos.add(taken);
        return { outcome: "queued", id: photo.id };
      },
    });
  };

  return {
    async take(tab, { lead: index }) {
      const lead = await chooseLead(tab, index);
      if (lead) await takeOf(tab, { id: lead.id, name: lead[NAME_FIELD] });
    },

    takeOf,

    async delete(tab, { lead: index, photo }) {
      const lead = await chooseLead(tab, index);
      const photos = lead ? await listPhotos(tab, lead.id) : [];
      const chosen = photos[photo % Math.max(1, photos.length)];
      if (!chosen) return;
      const shownNames = photos.map(({ caption }) => caption);
      await remove({ tab, name: chosen.caption, shownNames, work: () => tab.localData.photos.remove(chosen.id) });
    },

    async lookAtLead(tab, { lead: index }) {
      const lead = await chooseLead(tab, index);
      if (lead) await tab.localData.photos.fetchOfLead(lead.id);
    },
  };
}
