import { describe, expect, test } from "vitest";
import { removeSavedWindow } from "#features/estimate/windows/remove-saved-window.ts";
import { addWindow, openWindows, saveWindows } from "#features/estimate/windows/testing/open-windows.ts";
import { windowsIn } from "#features/estimate/windows/window-lines.ts";

const SLIDER = { room: "Kitchen", style: "Slider, 2-lite", width: 48, height: 36 } as const;
const PICTURE = { room: "Living room", style: "Picture", width: 60, height: 60 } as const;

function openTwo() {
  const form = openWindows();
  const ids = [addWindow(form, SLIDER)];
  saveWindows(form);
  ids.push(addWindow(form, PICTURE));
  saveWindows(form);
  return { form, ids, idsNow: () => windowsIn(form).map(({ id }) => id) };
}

describe("removing a saved window", () => {
  test("[WF-WIN-24] removes it once that is saved", async () => {
    const { form, ids, idsNow } = openTwo();
    const save = () => {
      saveWindows(form);
      return Promise.resolve("saved" as const);
    };
    await expect(removeSavedWindow({ form, windowId: ids[0] ?? 0, save })).resolves.toBe("removed");
    expect(idsNow()).toEqual([ids[1]]);
  });

  test("[WF-WIN-24] restores it if the save stops", async () => {
    const { form, ids, idsNow } = openTwo();
    const save = () => {
      // Values that saving fills in come between the removal and the error.
      form.setQuantity({ outer: [], property: "window", lineId: ids[1] ?? 0 }, 2);
      return Promise.resolve("stayed" as const);
    };
    await expect(removeSavedWindow({ form, windowId: ids[0] ?? 0, save })).resolves.toBe("stayed");
    expect(idsNow()).toEqual(ids);
    expect(form.isChanged()).toBe(false);
  });

  test("[WF-WIN-24] keeps the removal pending if the server refuses it", async () => {
    const { form, ids, idsNow } = openTwo();
    const save = () => {
      saveWindows(form);
      return Promise.resolve("stayed" as const);
    };
    await expect(removeSavedWindow({ form, windowId: ids[0] ?? 0, save })).resolves.toBe("refused");
    expect(idsNow()).toEqual([ids[1]]);
  });
});
