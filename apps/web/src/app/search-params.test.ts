import { describe, expect, test } from "vitest";
import { parseSearch, stringifySearch, takeMessage } from "#app/search-params.ts";

describe("query values", () => {
  test("[ROUTE-13] a code of digits stays the text it was", () => {
    expect(parseSearch("?code=00123456789012345678901&userId=7")).toEqual({
      code: "00123456789012345678901",
      userId: "7",
    });
  });

  test("empty values are left out of the address", () => {
    expect(stringifySearch({ page: 2, searchQuery: "a & b", sort: "", userId: undefined })).toBe(
      "?page=2&searchQuery=a+%26+b",
    );
    expect(stringifySearch({})).toBe("");
  });
});

describe("[GUARD-01] a message in the address", () => {
  test("is taken out of it, the rest stays", () => {
    expect(takeMessage({ message: "Hi", messageType: "success", messageAutoHide: "true", x: "1" })).toEqual({
      message: { message: "Hi", type: "success", autoClose: true },
      rest: { x: "1" },
      isTaken: true,
    });
  });

  test("stays open unless it says otherwise, and is info unless it says what it is", () => {
    expect(takeMessage({ message: "Hi", messageType: "loud" }).message).toEqual({
      message: "Hi",
      type: "info",
      autoClose: false,
    });
  });

  test("that is not there takes nothing, and a type alone is only removed", () => {
    expect(takeMessage({ x: "1" })).toEqual({ message: undefined, rest: { x: "1" }, isTaken: false });
    expect(takeMessage({ messageType: "error" })).toEqual({ message: undefined, rest: {}, isTaken: true });
  });
});
