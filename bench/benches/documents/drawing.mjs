import { readFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../../measuring/median.mjs";
import { contractBody, contractPage, PRINT_OPTIONS } from "../../peers/papers/html.mjs";
import { registerFonts, renderContract } from "../../peers/papers/react-pdf.mjs";
import { contentOf, textsOf } from "../../peers/papers/styles.mjs";
import { openBrowser } from "../../product/browser.mjs";
import { bundle, readPrinted } from "../../product/papers.mjs";
import { slowDown } from "../../product/sales-device.mjs";

const ORIGIN = "http://papers.test";
const PEER_PROGRAM = join(import.meta.dirname, "../../peers/papers/react-pdf.mjs");

/** The slowdown that simulates a field tablet's processor. */
const SLOW = 4;
/** react-pdf takes ten seconds for the long contract, and most of a minute with a slow processor: it makes it once. */
const ROUNDS = { short: { product: 5, react: 5 }, long: { product: 3, react: 1 } };
const ROUNDS_SLOWED = { short: { product: 3, react: 3 }, long: { product: 2, react: 1 } };

/** The library was chosen for "2 to 5 times faster on the same contract". */
const GOAL_TIMES_FASTER = 2;

/** @typedef {"product" | "chromium" | "react"} Maker */
const PEERS = /** @type {const} */ ({ chromium: "Chromium printing", react: "react-pdf" });

/**
 * @param {{ resources: any, bundled: any, contracts: Record<"short" | "long", { input: any, pages: number }> }} options
 * @returns {Promise<import("../../measuring/figures.mjs").Figure[]>}
 */
export async function measureDrawing({ resources, bundled, contracts }) {
  registerFonts(bundled.fontPaths);
  const page = await openPapersPage({ resources, bundled, contracts });
  const figures = [];
  for (const [length, contract] of /** @type {["short" | "long", any][]} */ (Object.entries(contracts))) {
    const makers = makersOf({ page, bundled, contract, length });
    await checkSame(makers, contract);
    await makers.browser.product();
    const measured = async (
      /** @type {"server" | "browser"} */ place,
      /** @type {{ product: number, react: number }} */ rounds,
    ) => {
      /** @type {Record<Maker, number[]>} milliseconds */
      const times = { product: [], chromium: [], react: [] };
      // Warmed up: all have made the contract once to be compared, in the page or in Node.
      for (let round = 0; round < rounds.product; round += 1)
        for (const maker of /** @type {Maker[]} */ (Object.keys(times))) {
          if (maker === "react" && round >= rounds.react) continue;
          const beganAt = performance.now();
          await makers[place][maker]();
          times[maker].push(performance.now() - beganAt);
        }
      return times;
    };
    const where = `${contract.pages} pages`;
    figures.push(...figuresOf(`${where}, server`, await measured("server", ROUNDS[length])));
    figures.push(...figuresOf(`${where}, browser`, await measured("browser", ROUNDS[length])));
    await slowDown(page, SLOW);
    figures.push(
      ...figuresOf(
        `${where}, browser, processor ${SLOW} times slower`,
        await measured("browser", ROUNDS_SLOWED[length]),
      ),
    );
    await slowDown(page, 1);
  }
  return figures;
}

/** @param {string} what @param {Record<Maker, number[]>} times */
function figuresOf(what, times) {
  const product = median(times.product);
  const peers = /** @type {[keyof typeof PEERS, string][]} */ (Object.entries(PEERS));
  return /** @type {import("../../measuring/figures.mjs").Figure[]} */ ([
    { what, measured: product, unit: "ms", note: `slowest ${Math.max(...times.product).toFixed(0)} ms` },
    ...peers
      .filter(([peer]) => times[peer].length > 0)
      .map(([peer, name]) => ({
        what: `${what}, times faster than ${name}`,
        // Rounds alternate: each is compared within the same moment.
        measured: median(times[peer].map((ms, round) => ms / (times.product[round] ?? product))),
        unit: "x",
        goal: { atLeast: GOAL_TIMES_FASTER },
        floor: { atLeast: 1 },
        note: `${name} ${median(times[peer]).toFixed(0)} ms`,
      })),
  ]);
}

/**
 * A page that has loaded the product's and react-pdf's code, the typefaces and the contracts, so that only the rendering is measured.
 * It has no worker: the browser slows down only a page's own thread.
 */
async function openPapersPage({ resources, bundled, contracts }) {
  const { folder, script, fontPaths } = bundled;
  const peerScript = readFileSync(
    await bundle({ folder, entry: PEER_PROGRAM, target: "browser", name: "reactPdf" }),
    "utf8",
  );
  /** @type {Record<string, string>} */
  const scripts = { "/papers.js": script, "/react-pdf.js": peerScript };
  const context = await openBrowser({ resources, watch: () => undefined });
  const page = await context.newPage();
  const fontUrls = Object.fromEntries(Object.keys(fontPaths).map((name) => [name, `${ORIGIN}/font/${name}`]));
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = scripts[pathname];
    const fontPath = fontPaths[pathname.replace("/font/", "")];
    if (body) await route.fulfill({ body, contentType: "text/javascript; charset=utf-8" });
    else if (fontPath) await route.fulfill({ path: fontPath, contentType: "font/ttf" });
    else await route.fulfill({ body: contractPage(fontUrls), contentType: "text/html" });
  });
  await page.goto(`${ORIGIN}/`);
  const inputs = Object.fromEntries(
    Object.entries(contracts).map(([length, { input }]) => {
      const { fonts: _fonts, files, signatures, ...values } = input;
      const plain = (/** @type {any} */ { bytes, picture, ...rest }) => ({ ...rest, bytes: [...(bytes ?? picture)] });
      return [
        length,
        {
          ...values,
          files: [...files].map(([id, file]) => [id, plain(file)]),
          signatures: signatures.map(plain),
          content: contentOf(input),
          html: contractBody(contentOf(input)),
        },
      ];
    }),
  );
  await page.evaluate(
    async ({ inputs: given, fontUrls: urls }) => {
      const global = /** @type {any} */ (window);
      const load = (/** @type {string} */ address) => import(address);
      const [papers, reactPdf] = await Promise.all([load("/papers.js"), load("/react-pdf.js")]);
      const fonts = Object.fromEntries(
        await Promise.all(
          Object.entries(urls).map(async ([name, url]) => [
            name,
            new Uint8Array(await (await fetch(url)).arrayBuffer()),
          ]),
        ),
      );
      await Promise.all([...document.fonts].map((face) => face.load()));
      reactPdf.registerFonts(urls);
      const toBytes = (/** @type {any} */ { bytes, ...rest }) => ({ ...rest, bytes: Uint8Array.from(bytes) });
      const prepared = Object.fromEntries(
        Object.entries(given).map(([length, { files, signatures, content, html, ...values }]) => [
          length,
          {
            content,
            html,
            input: {
              ...values,
              fonts,
              files: new Map(files.map(([id, file]) => [id, toBytes(file)])),
              signatures: signatures.map((/** @type {any} */ signature) => {
                const { bytes: picture, ...rest } = toBytes(signature);
                return { ...rest, picture };
              }),
            },
          },
        ]),
      );
      global.bench = {
        product: (/** @type {string} */ length) => papers.renderPdf(prepared[length].input),
        react: (/** @type {string} */ length) => reactPdf.renderContract(prepared[length].content),
        show: (/** @type {string} */ length) => {
          document.body.innerHTML = prepared[length].html;
          return Promise.all([...document.images].map((image) => image.decode()));
        },
      };
    },
    { inputs, fontUrls },
  );
  return page;
}

/** Makes the contract in each way and place. Each returns the bytes, or in the page their number. */
function makersOf({ page, bundled, contract, length }) {
  const content = contentOf(contract.input);
  const inPage = (/** @type {"product" | "react"} */ maker) => () =>
    page.evaluate(
      async ([name, which]) => (await /** @type {any} */ (window).bench[name](which)).length,
      [maker, length],
    );
  // Chromium does the printing in either case: a page shows the contract and prints it.
  const print = async () => {
    await page.evaluate((/** @type {string} */ which) => void (/** @type {any} */ (window).bench.show(which)), length);
    return page.pdf(PRINT_OPTIONS);
  };
  return {
    server: {
      product: () => bundled.papers.renderPdf(contract.input),
      chromium: print,
      react: () => renderContract(content),
    },
    browser: { product: inPage("product"), chromium: print, react: inPage("react") },
  };
}

/** All three have the same text: every text of the contract is on each. */
async function checkSame({ server }, { input }) {
  const texts = textsOf(input.model).map(withoutSigns);
  for (const [maker, make] of Object.entries(server)) {
    const { letters: printed, pages } = await readPrinted(await make());
    const letters = withoutSigns(printed);
    // A line that breaks over a page has the footer in between.
    const missing = texts.filter((text) => !letters.includes(text) && !letters.includes(text.slice(0, 20)));
    if (missing.length > 0) throw new Error(`${maker} leaves out ${JSON.stringify(missing.slice(0, 3))}.`);
    console.log(`  ${maker}: ${pages} pages, ${letters.length} characters`);
  }
}

/** Letters and digits only: a character that a typeface draws with another's glyph is read as the other. */
const withoutSigns = (/** @type {string} */ text) => text.replace(/[^A-Za-z0-9]|x/g, "");
