import { describe, expect, test, vi } from "vitest";
import { DialogStore, type OpenConfirm, type OpenDialog } from "#ui/dialogs/dialog-store.ts";

function frontDialog(store: DialogStore): OpenDialog {
  const dialog = store.getSnapshot();
  if (!dialog) throw new Error("no dialog is open");
  return dialog;
}

function frontConfirm(store: DialogStore): OpenConfirm {
  const dialog = frontDialog(store);
  if (dialog.type !== "confirm") throw new Error("the dialog in front is an alert");
  return dialog;
}

describe("confirm dialog", () => {
  test("[SHELL-13] the buttons read Confirm and Cancel by default", () => {
    const store = new DialogStore();
    void store.confirm({ title: "Delete this lead?" });
    expect(frontConfirm(store)).toMatchObject({
      title: "Delete this lead?",
      message: undefined,
      confirmText: "Confirm",
      cancelText: "Cancel",
      kind: "info",
    });
  });

  test("[AUTH-16] [SHELL-13] message and button texts can be given", () => {
    const store = new DialogStore();
    void store.confirm({
      title: "Log out?",
      message: "You will lose any unsynced changes.",
      confirmText: "Logout",
      cancelText: "Stay",
      kind: "warning",
    });
    expect(frontConfirm(store)).toMatchObject({
      message: "You will lose any unsynced changes.",
      confirmText: "Logout",
      cancelText: "Stay",
      kind: "warning",
    });
  });

  test("[SHELL-15] [SHELL-16] confirm resolves true and closes at once", async () => {
    const store = new DialogStore();
    const answer = store.confirm({ title: "Delete?" });
    store.accept(frontDialog(store).id);
    expect(store.getSnapshot()).toBeUndefined();
    await expect(answer).resolves.toBe(true);
  });

  test("[SHELL-16] cancel, overlay click and close all dismiss it: false", async () => {
    const store = new DialogStore();
    const answer = store.confirm({ title: "Delete?" });
    store.dismiss(frontDialog(store).id);
    expect(store.getSnapshot()).toBeUndefined();
    await expect(answer).resolves.toBe(false);
  });

  test("[SHELL-15] with loading it resolves true but stays, busy, until it is closed", async () => {
    const store = new DialogStore();
    const answer = store.confirm({ title: "Log out?", loading: true });
    const { id, busy } = frontConfirm(store);
    expect(busy).toBe(false);
    store.accept(id);
    await expect(answer).resolves.toBe(true);
    expect(frontConfirm(store).busy).toBe(true);
    store.dismiss(id);
    store.accept(id);
    expect(frontConfirm(store).busy).toBe(true);
    store.close();
    expect(store.getSnapshot()).toBeUndefined();
  });

  test("[SHELL-16] a loading dialog that is cancelled resolves false and closes", async () => {
    const store = new DialogStore();
    const answer = store.confirm({ title: "Log out?", loading: true });
    store.dismiss(frontDialog(store).id);
    await expect(answer).resolves.toBe(false);
    expect(store.getSnapshot()).toBeUndefined();
  });

  test("a second question waits for the first, and a double click does not answer it", async () => {
    const store = new DialogStore();
    const first = store.confirm({ title: "First?" });
    const second = store.confirm({ title: "Second?" });
    const firstId = frontDialog(store).id;
    expect(frontDialog(store).title).toBe("First?");
    store.accept(firstId);
    store.accept(firstId);
    expect(frontDialog(store).title).toBe("Second?");
    store.dismiss(frontDialog(store).id);
    await expect(first).resolves.toBe(true);
    await expect(second).resolves.toBe(false);
  });

  test("ending work that has no busy dialog leaves an open question alone", () => {
    const store = new DialogStore();
    void store.confirm({ title: "Delete?" });
    store.close();
    expect(frontDialog(store).title).toBe("Delete?");
  });

  test("listeners are notified of opening and closing, until they unsubscribe", () => {
    const store = new DialogStore();
    const heard = vi.fn();
    const unsubscribe = store.subscribe(heard);
    void store.confirm({ title: "Delete?" });
    store.dismiss(frontDialog(store).id);
    unsubscribe();
    void store.confirm({ title: "Delete?" });
    expect(heard).toHaveBeenCalledTimes(2);
  });
});

describe("alert dialog", () => {
  test("resolves when it was closed in any way", async () => {
    const store = new DialogStore();
    const first = store.alert({ title: "Your device is offline" });
    expect(frontDialog(store)).toMatchObject({ type: "alert", closeText: "OK", kind: "info" });
    store.dismiss(frontDialog(store).id);
    const second = store.alert({ title: "Your device is offline" });
    store.accept(frontDialog(store).id);
    await expect(first).resolves.toBeUndefined();
    await expect(second).resolves.toBeUndefined();
  });
});
