import { expect, test } from "vitest";
import type { FormLine, WorkflowValues } from "./form-values.ts";
import { rowsWithoutQuantity } from "./rows-without-quantity.ts";

const found = (values: WorkflowValues, before: WorkflowValues = {}) =>
  rowsWithoutQuantity({ workflowId: 1, values, before, properties: Object.keys(values) }).map(
    ({ property, lineId }) => `${property} ${String(lineId)}`,
  );

const valley = (quantity: number | null, type: string | null): FormLine => ({
  id: -2,
  value: null,
  quantity,
  children: { valleyFlashingType: [{ id: -4, value: type, quantity: null }] },
});

test("[WF-ROOF-37] a row in which something is chosen and nothing counted is found", () => {
  expect(found({ valleyFlashing: [valley(0, "1.79.1")] })).toEqual(["valleyFlashing -2"]);
  expect(found({ valleyFlashing: [valley(null, "1.79.1")] })).toEqual(["valleyFlashing -2"]);
  expect(found({ starters: [{ id: -2, value: "1.254.1", quantity: 0 }] })).toEqual(["starters -2"]);
});

test("[WF-ROOF-37] not one that is counted, nor one in which nothing is chosen", () => {
  expect(found({ valleyFlashing: [valley(3, "1.79.1")] })).toEqual([]);
  expect(found({ valleyFlashing: [valley(0, null)] })).toEqual([]);
  expect(found({ starters: [{ id: -2, value: null, quantity: 0 }] })).toEqual([]);
});

test("[WF-ROOF-37] nor one that holds what was offered or saved; another choice there counts", () => {
  const offered = { valleyFlashing: [valley(0, "1.79.1")] };
  expect(found(offered, offered)).toEqual([]);
  expect(found({ valleyFlashing: [valley(0, "1.79.2")] }, offered)).toEqual(["valleyFlashing -2"]);
});

test("[WF-ROOF-37] nor a choice that is charged as one without a quantity", () => {
  expect(found({ iceBarrierRows: [{ id: -2, value: "1.36.1", quantity: 0 }] })).toEqual([]);
});
