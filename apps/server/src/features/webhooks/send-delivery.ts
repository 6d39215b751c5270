import type { CompanyId, DeliveryFailure } from "@ridgebook/contract";
import { isCompanyActive } from "#database/is-company-active.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import type { DeliveryRow } from "#database/webhook-outbox.ts";
import { HttpCallError } from "#egress/http-call.ts";
import type { PostJson } from "#egress/post-json.ts";
import { SecretsError, type SecretBox } from "#secrets/secret-box.ts";
import { webhookPlace } from "#secrets/secret-places.ts";
import { webhookRepository } from "./webhook-repository.ts";
import { signedHeaders } from "./webhook-secret.ts";

/** After a timeout, the company's other deliveries go first for this long. */
export const REST_MS = 60_000;

/** Retrying is pointless. */
const PERMANENT: readonly DeliveryFailure[] = ["notAllowed", "portNotAllowed"];

/** Makes the queue retry with back-off. Contains nothing from the receiver. */
export class DeliveryPostponed extends Error {
  override readonly name = "DeliveryPostponed";
}

interface Begun {
  readonly delivery: DeliveryRow;
  readonly url: string;
  readonly secret: string;
}

interface Parts {
  readonly post: PostJson;
  readonly secrets: SecretBox;
  readonly now: () => Date;
}

/** Starts a waiting delivery; "rests" while its receiver is paused, undefined if there is nothing to send. */
async function begin(
  scope: CompanyScope,
  deliveryId: number,
  { secrets, now }: Pick<Parts, "secrets" | "now">,
): Promise<Begun | "rests" | undefined> {
  const held = await webhookRepository.holdDelivery(scope, deliveryId);
  if (held?.delivery.state !== "waiting") return undefined;
  const { delivery, webhook } = held;
  const giveUp = async (failure: DeliveryFailure | null): Promise<undefined> => {
    await webhookRepository.changeDelivery(scope, deliveryId, { state: "givenUp", failure });
  };
  if (!(await isCompanyActive(scope))) return giveUp("companyInactive");
  if (!webhook.active) return giveUp("paused");
  // Keeps the reason of the last failure.
  if (now() >= delivery.endsTime) return giveUp(delivery.failure);
  if (webhook.restsUntil && now() < webhook.restsUntil) return "rests";
  try {
    return {
      delivery,
      url: webhook.url,
      secret: secrets.open(webhook.secret, webhookPlace(scope.companyId, webhook.id)),
    };
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error;
    return giveUp("secretLost");
  }
}

/** Returns the reply's status or the failure. */
async function attempt(
  { delivery: { body, event, messageId }, url, secret }: Begun,
  { post, now }: Pick<Parts, "post" | "now">,
): Promise<{ statusCode: number | null; failure: DeliveryFailure | null }> {
  try {
    const headers = signedHeaders({ secret, messageId, event, body, now: now() });
    const { status } = await post({ url, body, headers });
    return { statusCode: status, failure: status >= 200 && status < 300 ? null : "status" };
  } catch (error) {
    // A post reads no body, so that nothing is too large.
    if (!(error instanceof HttpCallError) || error.failure === "tooLarge") throw error;
    return { statusCode: null, failure: error.failure };
  }
}

/**
 * The job that sends one delivery, retrying until its deadline. A crash between sending and recording sends twice: the receiver recognizes
 * the message by its id.
 */
export async function sendDelivery(
  {
    companyId,
    deliveryId,
    transact,
  }: {
    companyId: CompanyId;
    deliveryId: number;
    transact: <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;
  },
  parts: Parts,
): Promise<void> {
  const begun = await transact((scope) => begin(scope, deliveryId, parts));
  if (begun === undefined) return;
  if (begun === "rests") throw new DeliveryPostponed(`Company ${String(companyId)}: the webhook rests.`);
  const { statusCode, failure } = await attempt(begun, parts);
  const isOver = failure !== null && PERMANENT.includes(failure);
  await transact(async (scope) => {
    const held = await webhookRepository.holdDelivery(scope, deliveryId);
    // Deleted in the meantime.
    if (!held) return;
    await webhookRepository.changeDelivery(scope, deliveryId, {
      state: failure === null ? "delivered" : isOver ? "givenUp" : "waiting",
      statusCode,
      failure,
      tries: held.delivery.tries + 1,
      lastTriedTime: parts.now(),
    });
    if (failure === "timedOut")
      await webhookRepository.change(scope, held.webhook.id, { restsUntil: new Date(parts.now().getTime() + REST_MS) });
  });
  if (failure !== null && !isOver) throw new DeliveryPostponed(`Company ${String(companyId)}: ${failure}.`);
}
