import type { Logger } from "pino";
import type { CompanyScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { readAllowedTarget } from "#egress/allowed-targets.ts";
import { createEgress, type Egress, type LookUp } from "#egress/egress.ts";
import { createHttpCall, type HttpCall } from "#egress/http-call.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { createConnections, type KeepSettings } from "#integrations/connection/connections.ts";
import { removeOldPending } from "#integrations/connection/pending-repository.ts";
import { hoverAnswers } from "#integrations/hover/hover-answers.ts";
import { removeOldHoverReplies } from "#integrations/hover/hover-jobs.ts";
import { createHoverProvider, type HoverRehearsal } from "#integrations/hover/hover-provider.ts";
import type { HoverSiteSettings } from "#integrations/hover/hover-site.ts";

/** The demo stand-ins of providers, which only the program that starts the server knows. */
export interface Rehearsals {
  readonly hover?: HoverRehearsal;
}

/** What the program that starts the server says of providers. */
export interface IntegrationParts {
  /** Left out where the operator has no client id and secret of Hover. */
  readonly hover?: HoverSiteSettings | undefined;
  /** Never in production. */
  readonly rehearsals?: Rehearsals;
  /** How calls of providers wait before another try; otherwise only in tests. */
  readonly sleep?: (ms: number) => Promise<unknown>;
  readonly isProduction: boolean;
  readonly publicUrl: string;
  readonly secrets: SecretBox;
  readonly outside?: { readonly lookUp?: LookUp; readonly ca?: string };
  readonly now: () => Date;
  readonly logger: Logger;
}

/** How a provider is reached: itself, and its demo stand-in. Only calls of the demo may reach that, which is on this machine. */
function createCalls(
  rehearsal: { readonly baseUrl: string } | undefined,
  { egress, outside: { lookUp, ca } = {} }: { egress: Egress; outside: IntegrationParts["outside"] },
): { site: HttpCall; rehearsal: HttpCall } {
  const demo = rehearsal && readAllowedTarget(new URL(rehearsal.baseUrl).host);
  const demoEgress = createEgress({ allowed: demo ? [demo] : [], ...(lookUp && { lookUp }) });
  return { site: createHttpCall({ egress, ca }), rehearsal: createHttpCall({ egress: demoEgress }) };
}

/** Wires the room of connections and every provider in it: the answers of their calls. */
export function connectIntegrations({
  database,
  egress,
  keepSettings,
  parts,
}: {
  database: Database;
  egress: Egress;
  keepSettings: KeepSettings;
  parts: IntegrationParts;
}) {
  const { now, logger, secrets, publicUrl, sleep, isProduction, outside } = parts;
  const rehearsals: Rehearsals = (isProduction ? undefined : parts.rehearsals) ?? {};
  const connections = createConnections({ database, keepSettings, secrets, now, logger, ...(sleep && { sleep }) });
  const hover = createHoverProvider({
    ...{ settings: parts.hover, rehearsal: rehearsals.hover, publicUrl, now },
    calls: createCalls(rehearsals.hover, { egress, outside }),
  });
  return {
    answers: { ...hoverAnswers({ database, connections, provider: hover, now }) },
    settled: (): Promise<void> => connections.settled(),
    /** What no longer holds, of one company. */
    async removeOld(scope: CompanyScope, time: Date): Promise<void> {
      await removeOldPending(scope, time);
      await removeOldHoverReplies(scope, time);
    },
  };
}
export type Integrations = ReturnType<typeof connectIntegrations>;
