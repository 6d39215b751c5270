import { randomBytes } from "node:crypto";
import type { CompanyId } from "@ridgebook/contract";
import type { Database } from "#database/database.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { zohoWebhookPlace } from "#secrets/secret-places.ts";
import { inRun, type SyncRun } from "./take-leads.ts";
import type { ZohoClient } from "./zoho-client.ts";
import { zohoRepository } from "./zoho-repository.ts";

const DAY_MS = 86_400_000;
/** Zoho allows a week at most, and defaults to an hour for longer. */
const CHANNEL_MS = 6 * DAY_MS;

export const newWebhookToken = (): string => randomBytes(24).toString("base64url");

const isSetUpForPosts = (publicUrl: string): boolean => publicUrl.startsWith("https:");
export const webhookUrlOf = (publicUrl: string, companyId: CompanyId): string =>
  `${publicUrl}/api/zohointegration/events/${String(companyId)}`;

export interface ChannelParts {
  readonly database: Database;
  readonly client: ZohoClient;
  readonly secrets: SecretBox;
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** Subscribes to Zoho's changes, if Zoho can reach this installation; the catch-up finds the rest. */
export function createKeepChannel({ database, client, secrets, publicUrl, now }: ChannelParts) {
  return async (run: SyncRun & { readonly isRehearsal: boolean }): Promise<void> => {
    if (!isSetUpForPosts(publicUrl) && !run.isRehearsal) return;
    const { companyId } = run;
    const row = await inRun(database, run, (scope) => zohoRepository.findSync(scope));
    const { channelEndsTime: endsTime } = row ?? {};
    if (endsTime && endsTime.getTime() - now().getTime() > DAY_MS) return;
    const place = zohoWebhookPlace(companyId);
    // Stored before subscribing, since Zoho may post immediately.
    const kept = await inRun(database, run, (scope) =>
      zohoRepository.keepWebhookToken(scope, secrets.seal(newWebhookToken(), place)),
    );
    const token = secrets.open(kept, place);
    const url = webhookUrlOf(publicUrl, companyId);
    const asked = new Date(now().getTime() + CHANNEL_MS);
    const isNew = !endsTime || endsTime <= now();
    const ends = await client.watch(companyId, { isNew, token, url, ends: asked }).catch(async (error: unknown) => {
      // Zoho cannot renew an unknown channel: the next catch-up creates a new one.
      if (error instanceof ProviderFailure) await inRun(database, run, (scope) => zohoRepository.noteChannelEnd(scope));
      throw error;
    });
    await inRun(database, run, (scope) => zohoRepository.noteChannel(scope, { token: kept, ends }));
  };
}
