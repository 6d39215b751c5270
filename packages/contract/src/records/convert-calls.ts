import type { Route } from "#routes/define-routes.ts";
import { mapRecords, storeOfSchema } from "./record-schemas.ts";
import { SHAPES, type Shapes } from "./releases.ts";
import { isValues, type Values } from "./upgrades.ts";

/* What travels between an app and a server of different releases, each in the shape that its reader knows. */

/** The body of a change as an app of `release` made it, in today's shape. */
export function upgradeBody(route: Route, body: unknown, release: number, shapes: Shapes = SHAPES): unknown {
  const store = storeOfSchema(route.reply);
  if (release >= shapes.release || !store || !isValues(body)) return body;
  const { former, ...values } = body;
  const upgrade = (part: Values): Values => shapes.upgrade(store, part, { release, isWhole: false });
  return { ...upgrade(values), ...(former !== undefined && { former: isValues(former) ? upgrade(former) : former }) };
}

/** The reply of a server of `release`, in today's shape. */
export const upgradeReply = (route: Route, body: unknown, release: number, shapes: Shapes = SHAPES): unknown =>
  release >= shapes.release
    ? body
    : mapRecords(route.reply, body, (store, record) => shapes.upgrade(store, record, { release, isWhole: true }));

/** Today's reply, as an app of `release` knows its records. */
export const downgradeReply = (route: Route, body: unknown, release: number, shapes: Shapes = SHAPES): unknown =>
  release >= shapes.release
    ? body
    : mapRecords(route.reply, body, (store, record) => shapes.downgrade(store, record, { release, isWhole: true }));
