import { expect, test } from "vitest";
import type { TextStorage } from "#local-data/database/spare-drafts.ts";
import { accountDraft, forgetAccountDrafts } from "./account-drafts.ts";

function memory(): TextStorage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  };
}

test("[ADMIN-18] input outside of a company is kept for its form and its user, until it is dropped", () => {
  const texts = memory();
  const draft = accountDraft({ accountId: 1, form: "users 12" }, texts);
  draft.save({ firstName: "Dana", active: false });
  expect(accountDraft({ accountId: 1, form: "users 12" }, texts).read()).toEqual({ firstName: "Dana", active: false });
  for (const other of [
    { accountId: 2, form: "users 12" },
    { accountId: 1, form: "users 1" },
  ])
    expect(accountDraft(other, texts).read()).toBeUndefined();
  draft.drop();
  expect(draft.read()).toBeUndefined();
});

test("[ADMIN-18] an unreadable draft counts as missing, and a browser without storage keeps nothing", () => {
  const texts = memory();
  texts.setItem("ridgebook-account-draft 1 users 0", "{");
  expect(accountDraft({ accountId: 1, form: "users 0" }, texts).read()).toBeUndefined();
  accountDraft({ accountId: 1, form: "users 0" }, undefined).save({ firstName: "Dana" });
});

test("[ADMIN-18] a logout deletes it", () => {
  const texts = memory();
  for (const accountId of [1, 2]) accountDraft({ accountId, form: "users 12" }, texts).save({ firstName: "Dana" });
  texts.setItem("another", "1");
  forgetAccountDrafts(texts);
  expect([texts.length, texts.getItem("another")]).toEqual([1, "1"]);
});
