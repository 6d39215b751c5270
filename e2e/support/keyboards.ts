import type { Page } from "playwright-core";

/** Runs in the page: fields that open another on-screen keyboard than their kind needs. Right-aligned fields are numbers. */
export const findWrongKeyboards = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wantedFor = (input: HTMLInputElement, label: string): readonly string[] => {
      if (["right", "end"].includes(getComputedStyle(input).textAlign)) return ["decimal", "numeric"];
      if (/^(mobile )?phone( number)?$/i.test(label)) return ["tel"];
      if (/\b(extension|port)$/i.test(label)) return ["numeric"];
      return /^(e-mail|(from|reply-to) address)$/i.test(label) ? ["email"] : [];
    };
    return [
      ...document.querySelectorAll<HTMLInputElement>("input:is([type=text], [type=tel], [type=email], [type=number])"),
    ]
      .filter((input) => !input.readOnly && input.checkVisibility())
      .flatMap((input) => {
        const label =
          input.getAttribute("aria-label") ?? input.labels?.[0]?.textContent.replaceAll("*", "").trim() ?? "";
        const wanted = wantedFor(input, label);
        const keyboard = input.inputMode || input.type;
        const isRight = wanted.length === 0 ? keyboard !== "number" : wanted.includes(keyboard);
        return isRight ? [] : [`${label} brings the keyboard "${keyboard}", not ${wanted.join(" or ")}`];
      });
  });
