import { describe, expect, test } from "vitest";
import { outlinePath, windowGeometry } from "#drawings/window-geometry.ts";
import { readWindowLook, type WindowTexts } from "#drawings/window-look.ts";

function geometry({ view = "outside", ...texts }: Partial<WindowTexts> & { view?: "outside" | "inside" }) {
  const { width = 36, height = 60 } = texts;
  const look = readWindowLook({ width, height, ...texts });
  return windowGeometry({ look, width: width ?? 0, height: height ?? 0, view });
}

const movements = (texts: Parameters<typeof geometry>[0]) => geometry(texts).sashes.map(({ movement }) => movement);

describe("sashes", () => {
  test.each([
    { style: "Double hung", moves: ["down", "up"] },
    { style: "Single hung", moves: [null, "up"] },
    { style: "Slider, 2-lite", operatingSash: "XO", moves: ["right", null] },
    { style: "Slider, 2-lite", operatingSash: "XX", moves: ["right", "left"] },
    { style: "Slider, 3-lite", operatingSash: "XOX", moves: ["right", null, "left"] },
    { style: "Patio door", operatingSash: "OXXO", moves: [null, "left", "right", null] },
    { style: "Casement", swing: "Hinged left", moves: ["hingeLeft"] },
    { style: "Casement, twin", swing: "Both hinged outside", moves: ["hingeLeft", "hingeRight"] },
    { style: "Awning", moves: ["hingeTop"] },
    { style: "Hopper", moves: ["hingeBottom"] },
    { style: "Picture", moves: [null] },
    { style: "Bay", operatingSash: "Double-hung flankers", moves: ["down", "up", null, "down", "up"] },
    { style: "Bow", moves: [null, null, null, null, null] },
    { style: "Model 7", moves: [null] },
  ])("$style moves $moves", ({ moves, ...texts }) => {
    expect(movements(texts)).toEqual(moves);
  });

  test("they lie inside the frame and do not overlap", () => {
    for (const style of ["Double hung", "Slider, 3-lite", "Bay", "Patio door", "Entry door", "Casement, twin"]) {
      const { sashes, frame, width, height } = geometry({ style, width: 96, height: 80 });
      for (const [index, { rect, glass }] of sashes.entries()) {
        expect(rect.x).toBeGreaterThanOrEqual(frame - 1e-9);
        expect(rect.y).toBeGreaterThanOrEqual(frame - 1e-9);
        expect(rect.x + rect.width).toBeLessThanOrEqual(width - frame + 1e-9);
        expect(rect.y + rect.height).toBeLessThanOrEqual(height - frame + 1e-9);
        if (glass) expect(glass.width).toBeLessThan(rect.width + 1e-9);
        for (const other of sashes.slice(index + 1)) {
          const isApart = other.rect.x >= rect.x + rect.width - 1e-9 || other.rect.y >= rect.y + rect.height - 1e-9;
          expect(isApart).toBe(true);
        }
      }
    }
  });

  test("the ends of a three-lite slider are half as wide as its middle", () => {
    const [left, middle, right] = geometry({ style: "Slider, 3-lite", width: 90, height: 48 }).sashes;
    expect(middle?.rect.width).toBeCloseTo(2 * (left?.rect.width ?? 0));
    expect(right?.rect.width).toBeCloseTo(left?.rect.width ?? 0);
  });

  test("seen from inside, left and right change places", () => {
    const slider = { style: "Slider, 2-lite", operatingSash: "XO", obscureSash: "Left sash" };
    const outside = geometry(slider).sashes[0];
    const inside = geometry({ ...slider, view: "inside" }).sashes[0];
    expect(outside).toMatchObject({ movement: "right", isObscure: true });
    expect(inside).toMatchObject({ movement: "left", isObscure: true });
    expect(inside?.rect.x).toBeCloseTo(36 - (outside?.rect.x ?? 0) - (outside?.rect.width ?? 0));
  });

  test("what opens away from the viewer differs from what opens towards them", () => {
    const casement = { style: "Casement", swing: "Hinged left" };
    expect(geometry(casement).sashes[0]?.comesTowards).toBe(true);
    expect(geometry({ ...casement, view: "inside" }).sashes[0]?.comesTowards).toBe(false);
  });
});

describe("grid bars", () => {
  const barsOf = (pattern: string, texts: Partial<WindowTexts> = {}) =>
    geometry({ style: "Double hung", grids: [{ pattern }], ...texts }).sashes.map(({ bars, glass }) => ({
      glass,
      segments: bars.flatMap(({ segments }) => segments),
    }));

  test("colonial 3 x 2 has bars at the thirds and the half of each sash", () => {
    for (const { glass, segments } of barsOf("Colonial 3 x 2")) {
      if (!glass) throw new Error("a sash without glass");
      const across = segments.filter(({ x1, x2 }) => x1 === x2).map(({ x1 }) => (x1 - glass.x) / glass.width);
      const down = segments.filter(({ y1, y2 }) => y1 === y2).map(({ y1 }) => (y1 - glass.y) / glass.height);
      const rounded = (parts: readonly number[]) => parts.map((part) => Math.round(part * 1000) / 1000);
      expect(rounded(across)).toEqual([0.333, 0.667]);
      expect(rounded(down)).toEqual([0.5]);
    }
  });

  test("colonial without numbers takes panes of a usual size: 36 x 60 is 3 x 2 in each sash", () => {
    for (const { segments } of barsOf("Colonial")) {
      expect(segments.filter(({ x1, x2 }) => x1 === x2)).toHaveLength(2);
      expect(segments.filter(({ y1, y2 }) => y1 === y2)).toHaveLength(1);
    }
  });

  test("a grid for the top sash leaves the bottom one clear", () => {
    const [top, bottom] = barsOf("Colonial, top sash only");
    expect(top?.segments.length).toBeGreaterThan(0);
    expect(bottom?.segments).toEqual([]);
  });

  test("prairie bars follow the outer edge of a hung window", () => {
    const [top, bottom] = barsOf("Prairie");
    expect(top?.segments).toHaveLength(3);
    expect(bottom?.segments).toHaveLength(3);
    expect(barsOf("Prairie", { style: "Picture" })[0]?.segments).toHaveLength(4);
    expect(barsOf("Double prairie", { style: "Picture" })[0]?.segments).toHaveLength(8);
  });

  test("diamonds end at the glass", () => {
    for (const { glass, segments } of barsOf("Diamond", { style: "Picture", width: 41, height: 57 })) {
      if (!glass) throw new Error("a sash without glass");
      expect(segments.length).toBeGreaterThan(8);
      for (const { x1, y1, x2, y2 } of segments)
        for (const [x, y] of [
          [x1, y1],
          [x2, y2],
        ] as const) {
          expect(x).toBeGreaterThanOrEqual(glass.x - 0.02);
          expect(x).toBeLessThanOrEqual(glass.x + glass.width + 0.02);
          expect(y).toBeGreaterThanOrEqual(glass.y - 0.02);
          expect(y).toBeLessThanOrEqual(glass.y + glass.height + 0.02);
        }
    }
  });
});

test("screens cover what opens: half the bottom sash, full both, outside of hung windows and inside of casements", () => {
  const hung = { style: "Double hung", screen: "Half screen" };
  expect(geometry(hung).screens).toEqual([geometry(hung).sashes[1]?.rect]);
  expect(geometry({ ...hung, screen: "Full screen" }).screens).toHaveLength(2);
  expect(geometry({ ...hung, view: "inside" }).screens).toEqual([]);
  const casement = { style: "Casement", swing: "Hinged left", screen: "Full screen" };
  expect(geometry(casement).screens).toEqual([]);
  expect(geometry({ ...casement, view: "inside" }).screens).toHaveLength(1);
});

test("a bay's roof is drawn outside only, above the window", () => {
  const bay = { style: "Bay", roofOption: "Hip roof, aluminum", width: 96, height: 54 };
  expect(Math.min(...(geometry(bay).roof ?? []).map(({ y }) => y))).toBeLessThan(0);
  expect(geometry({ ...bay, view: "inside" }).roof).toBeNull();
});

test("outlines start and end in their rectangle", () => {
  expect(outlinePath("triangle", { x: 0, y: 0, width: 10, height: 20 })).toBe("M5 0L10 20L0 20Z");
  expect(outlinePath("halfRound", { x: 0, y: 0, width: 72, height: 36 })).toContain("A36 36");
});
