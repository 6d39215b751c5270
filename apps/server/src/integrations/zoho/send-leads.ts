import { apiNamesOf, toZohoValue, type SentField } from "./lead-fields.ts";
import type { ChannelParts } from "./keep-channel.ts";
import { inRun, type createLeadTaking, type SyncRun, type ToSend } from "./take-leads.ts";
import { zohoRepository } from "./zoho-repository.ts";

export interface LeadSyncRun extends SyncRun {
  readonly isRehearsal: boolean;
  /** Records not sent yet, because they may still change within the second that was read. */
  readonly unsettled: Set<string>;
}

/** Creates the function that sends merged values to Zoho, and notes what Zoho does with them. */
export function createLeadSending({
  database,
  client,
  taking,
}: Pick<ChannelParts, "database" | "client"> & { taking: ReturnType<typeof createLeadTaking> }) {
  /** Zoho rejects a lead that it just listed: deleted since, or read-only. */
  async function settleGone(run: SyncRun, { zohoId, sent }: ToSend): Promise<void> {
    const { ids } = await client.listByIds(run.companyId, { fields: ["Modified_Time"], ids: [zohoId] });
    if (ids.includes(zohoId)) await taking.noteNotAccepted(run, { zohoId, sent });
    else await taking.unlink(run, [zohoId]);
  }

  async function sendOne(run: SyncRun, order: ToSend): Promise<void> {
    const { zohoId, sent, readTime } = order;
    const names = apiNamesOf(run.mapping);
    const values: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(sent) as [SentField, unknown][]) {
      const name = names.get(field);
      if (name !== undefined) values[name] = toZohoValue(field, value, run);
    }
    const result = await client.update(run.companyId, { id: zohoId, values, readTime });
    if (result.outcome === "done") await taking.noteSent(run, { zohoId, sent, modifiedTime: result.modifiedTime });
    else if (result.outcome === "notAccepted") {
      const refused = Object.keys(sent).filter(
        (field) => result.field === undefined || names.get(field as SentField) === result.field,
      );
      const isNamed = refused.length > 0 && refused.length < Object.keys(sent).length;
      const isWrong = (field: string): boolean => !isNamed || refused.includes(field);
      const part = (isIn: (field: string) => boolean) =>
        Object.fromEntries(Object.entries(sent).filter(([field]) => isIn(field))) as ToSend["sent"];
      await taking.noteNotAccepted(run, { zohoId, sent: part(isWrong) });
      // Zoho's list may have lost the status: the next run reloads it.
      if ("leadStatus" in part(isWrong))
        await inRun(database, run, (scope) => zohoRepository.saveSync(scope, { metadataTime: null }));
      // Retry without the rejected field.
      if (isNamed) await sendOne(run, { ...order, sent: part((field) => !isWrong(field)) });
    } else if (result.outcome === "gone") await settleGone(run, order);
    else await inRun(database, run, (scope) => zohoRepository.addHints(scope, [zohoId]));
  }

  return async (run: LeadSyncRun, all: readonly ToSend[]): Promise<void> => {
    for (const each of all) {
      if (each.isSettled) {
        await sendOne(run, each);
        continue;
      }
      run.unsettled.add(each.zohoId);
      await inRun(database, run, (scope) => zohoRepository.addHints(scope, [each.zohoId]));
    }
  };
}
