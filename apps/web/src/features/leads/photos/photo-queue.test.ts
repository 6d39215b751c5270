import { SOON } from "@ridgebook/testing/patience";
import { describe, expect, test, vi } from "vitest";
import { createPhotoQueue, progressText } from "./photo-queue.ts";

/** A step that ends when the test says so, and notes when it begins. */
function controlledStep() {
  const begun: string[] = [];
  const endings = new Map<string, (error?: Error) => void>();
  const storeOne = (item: string): Promise<void> => {
    begun.push(item);
    return new Promise((resolve, reject) => endings.set(item, (error) => (error ? reject(error) : resolve())));
  };
  const end = (item: string, error?: Error): void => endings.get(item)?.(error);
  return { begun, storeOne, end };
}

const failNever = (item: string, error: unknown): Promise<void> => {
  throw new Error(`${item} failed: ${String(error)}`);
};

describe("adding photos", () => {
  test("[PHOTO-10] stores a photo before the next begins, in order, also of another lead", async () => {
    const queue = createPhotoQueue();
    const { begun, storeOne, end } = controlledStep();
    const first = queue.add(1, ["a", "b"], { storeOne, onFailure: failNever });
    const second = queue.add(2, ["c"], { storeOne, onFailure: failNever });
    await vi.waitFor(() => expect(begun).toEqual(["a"]), SOON);
    end("a");
    await vi.waitFor(() => expect(begun).toEqual(["a", "b"]), SOON);
    end("b");
    await first;
    await vi.waitFor(() => expect(begun).toEqual(["a", "b", "c"]), SOON);
    end("c");
    await second;
  });

  test("[PHOTO-10] a photo that fails is reported, and those behind it are stored", async () => {
    const queue = createPhotoQueue();
    const stored: string[] = [];
    const failed: string[] = [];
    await queue.add(1, ["a", "b", "c"], {
      storeOne: (item) => {
        if (item === "b") return Promise.reject(new Error("no picture"));
        stored.push(item);
        return Promise.resolve();
      },
      onFailure: (item, error) => {
        failed.push(`${item}: ${String(error)}`);
        return Promise.reject(new Error("the report failed too"));
      },
    });
    expect([stored, failed]).toEqual([["a", "c"], ["b: Error: no picture"]]);
    expect(queue.progressOf(1)).toBeUndefined();
  });

  test("[PHOTO-10] says which of how many is being added; photos that are chosen meanwhile count on", async () => {
    const queue = createPhotoQueue();
    const { begun, storeOne, end } = controlledStep();
    const seen: unknown[] = [];
    const stop = queue.subscribe(() => seen.push(queue.progressOf(1)));
    const first = queue.add(1, ["a", "b"], { storeOne, onFailure: failNever });
    const second = queue.add(1, ["c"], { storeOne, onFailure: failNever });
    for (const item of ["a", "b", "c"]) {
      await vi.waitFor(() => expect(begun).toContain(item), SOON);
      end(item);
    }
    await Promise.all([first, second]);
    stop();
    expect(seen).toEqual([
      { number: 1, count: 2 },
      { number: 1, count: 3 },
      { number: 2, count: 3 },
      { number: 3, count: 3 },
      undefined,
    ]);
    expect(queue.progressOf(2)).toBeUndefined();
  });

  test("[PHOTO-10] the line says which of several photos is being added, and of one only that", () => {
    expect(progressText({ number: 2, count: 3 })).toBe("Adding photo 2 of 3");
    expect(progressText({ number: 1, count: 1 })).toBe("Adding a photo");
  });
});
