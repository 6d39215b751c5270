import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NoticeStore } from "#ui/notices/notice-store.ts";

describe("notices", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const states = (store: NoticeStore) => store.getSnapshot().map(({ message, closing }) => ({ message, closing }));

  test("[SHELL-17] a notice has id, message, type and autoClose", () => {
    const store = new NoticeStore();
    const id = store.add({ message: "Signal is weak", type: "warning" });
    expect(store.getSnapshot()).toEqual([
      { id, message: "Signal is weak", type: "warning", autoClose: true, closing: false },
    ]);
  });

  test("[SHELL-18] [CONST-02] begins closing at 5000 ms and is gone at 6000 ms", () => {
    const store = new NoticeStore();
    store.add({ message: "Saved" });
    vi.advanceTimersByTime(4999);
    expect(states(store)).toEqual([{ message: "Saved", closing: false }]);
    vi.advanceTimersByTime(1);
    expect(states(store)).toEqual([{ message: "Saved", closing: true }]);
    vi.advanceTimersByTime(999);
    expect(states(store)).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(states(store)).toEqual([]);
  });

  test("[SHELL-18] closed by hand it is gone 1000 ms later, and its own time does not come back", () => {
    const store = new NoticeStore();
    const id = store.add({ message: "Saved" });
    vi.advanceTimersByTime(2000);
    store.close(id);
    expect(states(store)).toEqual([{ message: "Saved", closing: true }]);
    vi.advanceTimersByTime(999);
    store.close(id);
    vi.advanceTimersByTime(1);
    expect(states(store)).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("[SHELL-17] a notice with autoClose false stays", () => {
    const store = new NoticeStore();
    store.add({ message: "Sign in to send", type: "info", autoClose: false });
    vi.advanceTimersByTime(3_600_000);
    expect(states(store)).toEqual([{ message: "Sign in to send", closing: false }]);
  });

  test("errors stay until closed, unless they are set to close themselves", () => {
    const store = new NoticeStore();
    store.add({ message: "Not sent", type: "error" });
    store.add({ message: "Not found", type: "error", autoClose: true });
    vi.advanceTimersByTime(6000);
    expect(states(store)).toEqual([{ message: "Not sent", closing: false }]);
  });

  test("[SHELL-06] notices stack, oldest first, each with its own time", () => {
    const store = new NoticeStore();
    store.add({ message: "first" });
    vi.advanceTimersByTime(3000);
    store.add({ message: "second" });
    expect(states(store).map(({ message }) => message)).toEqual(["first", "second"]);
    vi.advanceTimersByTime(3000);
    expect(states(store).map(({ message }) => message)).toEqual(["second"]);
  });

  test("a held notice waits, and has its five seconds again when released", () => {
    const store = new NoticeStore();
    const id = store.add({ message: "Lead deleted" });
    vi.advanceTimersByTime(4000);
    store.hold(id);
    vi.advanceTimersByTime(60_000);
    expect(states(store)).toEqual([{ message: "Lead deleted", closing: false }]);
    store.release(id);
    vi.advanceTimersByTime(4999);
    expect(states(store)).toEqual([{ message: "Lead deleted", closing: false }]);
    vi.advanceTimersByTime(1);
    expect(states(store)).toEqual([{ message: "Lead deleted", closing: true }]);
  });

  test("releasing a notice that stays does not start its clock", () => {
    const store = new NoticeStore();
    const id = store.add({ message: "Not sent", type: "error" });
    store.hold(id);
    store.release(id);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("listeners are called for each change, and the snapshot is the same until then", () => {
    const store = new NoticeStore();
    const heard = vi.fn();
    const unsubscribe = store.subscribe(heard);
    const before = store.getSnapshot();
    expect(store.getSnapshot()).toBe(before);
    store.add({ message: "Saved" });
    expect(store.getSnapshot()).not.toBe(before);
    vi.advanceTimersByTime(6000);
    expect(heard).toHaveBeenCalledTimes(3);
    unsubscribe();
    store.add({ message: "Saved" });
    expect(heard).toHaveBeenCalledTimes(3);
  });

  test("closing a notice that is gone does nothing", () => {
    const store = new NoticeStore();
    store.close(7);
    expect(vi.getTimerCount()).toBe(0);
  });
});
