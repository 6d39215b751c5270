/*
 * `LATE_PAGES=1`, as `npm run flakes -- --late` sets it: what a page waits for comes late, by a time that differs each time: frames,
 * React's work in turns, answers of the network, messages of other tabs, and the end of a transaction. Nothing comes out of order. A
 * test, or a part of the product, that counts on one of them having come fails here in one of a few runs; on a busy machine it does in one
 * of a hundred.
 */

/* global window, BroadcastChannel, IDBOpenDBRequest, IDBRequest, IDBTransaction, MessagePort */

/** Runs in the page before anything else, so it uses nothing from outside. */
export function makeLate() {
  const LONGEST_MS = { frame: 150, task: 60, answer: 300, stored: 80 };
  const { setTimeout: later, requestAnimationFrame: nextFrame, fetch: ask } = window;
  const upTo = (longest) => Math.random() ** 2 * longest;
  const pause = (longest) => new Promise((resolve) => later(resolve, upTo(longest)));

  const waiting = new Map();
  let frames = 0;
  window.requestAnimationFrame = (callback) => {
    frames += 1;
    const id = frames;
    waiting.set(
      id,
      later(() => {
        waiting.delete(id);
        nextFrame(callback);
      }, upTo(LONGEST_MS.frame)),
    );
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    clearTimeout(waiting.get(id));
    waiting.delete(id);
  };

  window.fetch = async (...request) => {
    await pause(LONGEST_MS.answer);
    const answer = await ask.apply(window, request);
    await pause(LONGEST_MS.answer);
    return answer;
  };

  const lastOf = new WeakMap();
  const inOrder = (object, longest, run) => {
    const before = lastOf.get(object) ?? Promise.resolve();
    lastOf.set(object, before.then(() => pause(longest)).then(run));
  };
  // React continues its work by messages.
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function postLate(...message) {
    inOrder(this, LONGEST_MS.task, () => post.apply(this, message));
  };
  const tell = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function tellLate(...message) {
    inOrder(this, LONGEST_MS.answer, () => tell.apply(this, message));
  };

  for (const [{ prototype }, name] of [
    [IDBTransaction, "oncomplete"],
    [IDBOpenDBRequest, "onsuccess"],
  ]) {
    const owner =
      name in prototype && Object.getOwnPropertyDescriptor(prototype, name) ? prototype : IDBRequest.prototype;
    const { get, set } = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(prototype, name, {
      configurable: true,
      get,
      set(handler) {
        set.call(
          this,
          handler &&
            function handleLate(event) {
              later(() => handler.call(this, event), upTo(LONGEST_MS.stored));
            },
        );
      },
    });
  }
}
