import type { Route } from "#routes/define-routes.ts";
import { mapRecords, storeOfSchema } from "./record-schemas.ts";
import { SHAPES, type Shapes } from "./releases.ts";
import { isValues, type Values } from "./upgrades.ts";

/* Converts calls between an app and a server of different releases to the reader's shapes. */

/** Converts a change's body from an app of `release` to today's shape. */
export function upgradeBody(route: Route, body: unknown, release: number, shapes: Shapes = SHAPES): unknown {
  const store = storeOfSchema(route.reply);
  if (release >= shapes.release || !store || !isValues(body)) return body;
  const { former, ...values } = body;
  const upgrade = (part: Values): Values => shapes.upgrade(store, part, { release, isWhole: false });
  return { ...upgrade(values), ...(former !== undefined && { former: isValues(former) ? upgrade(former) : former }) };
}

/** Converts a reply from a server of `release` to today's shape. */
export const upgradeReply = (route: Route, body: unknown, release: number, shapes: Shapes = SHAPES): unknown =>
  release >= shapes.release
    ? body
    : mapRecords(route.reply, body, (store, record) => shapes.upgrade(store, record, { release, isWhole: true }));

/** Converts today's reply for an app of `release`. */
export const downgradeReply = (route: Route, body: unknown, release: number, shapes: Shapes = SHAPES): unknown =>
  release >= shapes.release
    ? body
    : mapRecords(route.reply, body, (store, record) => shapes.downgrade(store, record, { release, isWhole: true }));
