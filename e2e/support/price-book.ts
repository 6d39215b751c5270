import { readXlsx, writeXlsx, type CellValue } from "hucre/xlsx";
import type { Page } from "playwright-core";
import { ADMIN, fillInLogin } from "./account.ts";
import { eventually, type Journey } from "./journey.ts";

/** From the login page to one of the pages of config. */
export async function signInToConfig(page: Page, address: string, email = ADMIN): Promise<void> {
  await page.goto(`/account/login?${new URLSearchParams({ referrer: address }).toString()}`);
  await fillInLogin(page, { email });
  await page.waitForURL((url) => url.pathname === new URL(address, url).pathname);
}

/** Opens pages of config on a device that tests share, as an admin. */
export function shareConfig(
  journey: Journey,
  options: Parameters<Journey["openPage"]>[0] = {},
): (address: string) => Promise<Page> {
  const findPage = journey.shareDevice(() => journey.openPage(options));
  return async (address) => {
    const page = await findPage();
    await (page.url() === "about:blank" ? signInToConfig(page, address) : page.goto(address));
    return page;
  };
}

/** An exported workbook, by sheet, with a person's edits of its cells. */
interface EditedWorkbook {
  /** Writes a cell of the row that starts with these cells; returns its address, such as "J12". */
  write(cell: { sheet: string; row: readonly string[]; column: string; value: CellValue }): string;
  /** The cell's contents. */
  read(cell: { sheet: string; row: readonly string[]; column: string }): CellValue;
  save(): Promise<Buffer>;
}

const columnLetter = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : columnLetter(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26));

/** Opens the bytes of an export, as a spreadsheet program would. */
export async function editWorkbook(bytes: Uint8Array): Promise<EditedWorkbook> {
  const { sheets } = await readXlsx(bytes);
  const find = ({ sheet, row, column }: { sheet: string; row: readonly string[]; column: string }) => {
    const rows = sheets.find(({ name }) => name === sheet)?.rows ?? [];
    const heads = rows.find((cells) => cells.includes(column)) ?? [];
    const rowIndex = rows.findIndex((cells) =>
      row.every((wanted) => cells.some((value) => String(value ?? "") === wanted)),
    );
    const columnIndex = heads.indexOf(column);
    const cells = rows[rowIndex];
    if (!cells || columnIndex < 0) throw new Error(`${sheet} has no ${column} in the row of ${row.join(", ")}.`);
    return { cells, columnIndex, address: `${columnLetter(columnIndex)}${String(rowIndex + 1)}` };
  };
  return {
    write: ({ value, ...cell }) => {
      const { cells, columnIndex, address } = find(cell);
      while (cells.length <= columnIndex) cells.push(null);
      cells[columnIndex] = value;
      return address;
    },
    read: (cell) => {
      const { cells, columnIndex } = find(cell);
      return cells[columnIndex] ?? null;
    },
    save: async () => Buffer.from(await writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows })) })),
  };
}

/** Presses Export and returns the downloaded file. */
export async function exportPriceBook(page: Page): Promise<Uint8Array> {
  const link = page.getByRole("link", { name: "Export" });
  const href = await link.getAttribute("href");
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const failure = await download.failure();
  if (failure !== null) throw new Error(`${String(href)}: ${failure}`);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

/** Chooses a workbook for the import. */
export const importWorkbook = (page: Page, { name, bytes }: { name: string; bytes: Buffer }): Promise<void> =>
  page.locator('input[type="file"]').setInputFiles({
    name,
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: bytes,
  });

/** Waits until the head of the page shows the newest version. */
export const waitForVersion = (page: Page, version: number): Promise<void> =>
  eventually(() => page.locator("main header + p").textContent()).toContain(`Version ${String(version)}`);
