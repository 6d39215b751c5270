import type { Logger } from "pino";
import type { Database } from "#database/database.ts";
import { readAllowedTarget } from "#egress/allowed-targets.ts";
import { createEgress, type Egress, type LookUp } from "#egress/egress.ts";
import { createHttpCall } from "#egress/http-call.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { createConnections } from "#integrations/connection/connections.ts";
import { hoverAnswers } from "./hover-answers.ts";
import { createHoverProvider, type HoverRehearsal } from "./hover-provider.ts";
import type { HoverSiteSettings } from "./hover-site.ts";

/** What the program that starts the server says of Hover. */
export interface HoverParts {
  /** Left out where the operator has no client id and secret of Hover. */
  readonly hover?: HoverSiteSettings | undefined;
  /** The demo stand-ins of providers; never in production. */
  readonly rehearsals?: { readonly hover?: HoverRehearsal };
  /** How calls of providers wait before another try; otherwise only in tests. */
  readonly sleep?: (ms: number) => Promise<unknown>;
  readonly isProduction: boolean;
  readonly publicUrl: string;
  readonly secrets: SecretBox;
  readonly outside?: { readonly lookUp?: LookUp; readonly ca?: string };
  readonly now: () => Date;
  readonly logger: Logger;
}

/** Wires the room of connections, and Hover in it: the answers of its calls. */
export function connectHover({ database, egress, parts }: { database: Database; egress: Egress; parts: HoverParts }) {
  const { now, logger, secrets, publicUrl, sleep, isProduction } = parts;
  const { lookUp, ca } = parts.outside ?? {};
  const rehearsal = isProduction ? undefined : parts.rehearsals?.hover;
  // Nothing but calls of the demo may reach it, although it is on this machine.
  const demo = rehearsal && readAllowedTarget(new URL(rehearsal.baseUrl).host);
  const demoEgress = createEgress({ allowed: demo ? [demo] : [], ...(lookUp && { lookUp }) });
  const provider = createHoverProvider({
    ...{ settings: parts.hover, rehearsal, publicUrl, now },
    calls: { site: createHttpCall({ egress, ca }), rehearsal: createHttpCall({ egress: demoEgress }) },
  });
  const connections = createConnections({ database, secrets, now, logger, ...(sleep && { sleep }) });
  return {
    answers: hoverAnswers({ database, connections, provider, now }),
    settled: (): Promise<void> => connections.settled(),
  };
}
