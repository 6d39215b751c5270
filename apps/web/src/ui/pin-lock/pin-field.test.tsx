import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PinField } from "#ui/pin-lock/pin-field.tsx";

test("[HOME-09] a PIN is hidden, and nothing that the browser fills in or keeps as a login", () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <PinField label="PIN" />
    </MantineProvider>,
  );
  const input = /<input[^>]*>/.exec(html)?.[0] ?? "";
  expect(input).toContain('type="password"');
  expect(input).toMatch(/autocomplete="one-time-code"/i);
  expect(input).toMatch(/inputmode="numeric"/i);
});
