import { describe, expect, test } from "vitest";
import { createKeptTexts } from "#ui/kept-texts.ts";
import { checkPin, hasPin, isPin, removePin, setPin } from "./pin.ts";
import { lockedView, lockView, pinOwner, unlockView } from "./view-lock.ts";

const ANN = pinOwner({ id: 7, companyId: 1 });
const BOB = pinOwner({ id: 8, companyId: 1 });

/**
 * A device's storage, and a page that has it open. A second page of the same storage is a reload.
 *
 * @param isBlocked the storage accepts nothing new, like a full one
 */
function createDevice({ isBlocked = () => false }: { isBlocked?: () => boolean } = {}) {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isBlocked() && text !== stored.get(key)) throw new DOMException("Full", "QuotaExceededError");
      stored.set(key, text);
    },
    removeItem: (key: string) => void stored.delete(key),
  };
  return { stored, open: () => createKeptTexts(() => storage as Storage) };
}

async function withPin(pin = "4711") {
  const device = createDevice();
  const texts = device.open();
  await setPin(texts, { owner: ANN, pin, rounds: 10 });
  let time = 1_000_000;
  const tryPin = (tried: string, page = texts) => checkPin(page, { owner: ANN, pin: tried, now: () => time });
  return { ...device, texts, tryPin, wait: (ms: number) => (time += ms) };
}

describe("the PIN", () => {
  test.each([
    ["4711", true],
    ["471100", true],
    ["471", false],
    ["4711001", false],
    ["47 1", false],
    ["", false],
  ])("[HOME-09] %j has 4 to 6 digits: %s", (text, isOne) => {
    expect(isPin(text)).toBe(isOne);
  });

  test("[HOME-09] is kept as a salted hash: the same PIN twice is not the same text", async () => {
    const { stored } = await withPin();
    const { stored: other } = await withPin();
    expect(JSON.stringify([...stored])).not.toContain("4711");
    expect([...stored.values()]).not.toEqual([...other.values()]);
  });

  test("[HOME-09] is not set where the browser keeps nothing; a former one stays", async () => {
    let isFull = true;
    const { open } = createDevice({ isBlocked: () => isFull });
    const texts = open();
    const set = (pin: string) => setPin(texts, { owner: ANN, pin, rounds: 10 });
    expect(await set("4711")).toBe(false);
    expect(hasPin(texts, ANN)).toBe(false);
    isFull = false;
    expect(await set("4711")).toBe(true);
    isFull = true;
    expect(await set("5822")).toBe(false);
    isFull = false;
    for (const page of [texts, open()])
      expect(await checkPin(page, { owner: ANN, pin: "4711", now: () => 0 })).toEqual({ outcome: "right" });
  });

  test("[HOME-09] belongs to one person on the device, until it is removed", async () => {
    const { texts, tryPin } = await withPin();
    expect([hasPin(texts, ANN), hasPin(texts, BOB)]).toEqual([true, false]);
    expect(await tryPin("4711")).toEqual({ outcome: "right" });
    expect(await tryPin("4712")).toEqual({ outcome: "wrong", waitMs: 0 });
    removePin(texts, ANN);
    expect(hasPin(texts, ANN)).toBe(false);
  });

  test("[HOME-07] wrong tries wait: from the third on 5 s, 10 s, 20 s, and 5 minutes at most; a reload changes nothing", async () => {
    const { open, tryPin, wait } = await withPin();
    const waits: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      const answer = await tryPin("0000");
      const waitMs = "waitMs" in answer ? answer.waitMs : -1;
      waits.push(waitMs);
      // The right one does not count either during the wait.
      if (waitMs > 0) expect(await tryPin("4711", open())).toEqual({ outcome: "wait", waitMs });
      wait(waitMs);
    }
    // 5 s doubled six times is 320 s, more than 5 minutes.
    expect(waits.map((ms) => ms / 1000)).toEqual([0, 0, 5, 10, 20, 40, 80, 160, 300, 300, 300]);
    expect(await tryPin("4711")).toEqual({ outcome: "right" });
    expect(await tryPin("0000")).toEqual({ outcome: "wrong", waitMs: 0 });
  });

  test("[HOME-07] a clock that was put back does not lock the person out", async () => {
    const { tryPin, wait } = await withPin();
    for (let tries = 0; tries < 3; tries += 1) await tryPin("0000");
    wait(-86_400_000);
    expect(await tryPin("4711")).toEqual({ outcome: "wait", waitMs: 5_000 });
  });
});

describe("the locked view", () => {
  test("[HOME-06] lasts through a reload, for its user only, and ends", () => {
    const { open } = createDevice();
    const texts = open();
    expect(lockedView(texts, ANN)).toBeUndefined();
    lockView(texts, { owner: ANN, href: "/estimator/estimate/5/homeowner?show=1" });
    expect(lockedView(open(), ANN)).toBe("/estimator/estimate/5/homeowner?show=1");
    expect(lockedView(open(), BOB)).toBeUndefined();
    unlockView(texts);
    expect(lockedView(open(), ANN)).toBeUndefined();
  });

  test.each(["not json", "7", "[7]", '["7/1","https://elsewhere.test"]'])("[HOME-06] %s locks nothing", (text) => {
    expect(lockedView({ read: () => text }, ANN)).toBeUndefined();
  });
});
