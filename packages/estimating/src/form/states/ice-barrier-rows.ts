import type { WorkflowValues } from "#form/form-values.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { ICE_BARRIER_ROWS, iceBarrierRowsOf } from "#form/ice-barrier.ts";
import { editEach, withQuantity } from "#form/line-path.ts";
import type { FormContext } from "./state-context.ts";

const KEY = "iceBarrierRows";

/** Sets the quantity of ice barrier rows to the 0 to 3 rows of the chosen option (2.§4). */
export function setIceBarrierRows({ workflowId, values }: FormContext): WorkflowValues {
  const field = fieldByKey(workflowId, KEY);
  if (field?.id !== ICE_BARRIER_ROWS || !field.allowQuantityChange) return values;
  return editEach(values, KEY, (line) => withQuantity(line, iceBarrierRowsOf(line.value)));
}
