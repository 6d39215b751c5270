import { listCatalogue, PriceFileError, priceFromFile } from "#features/price-book/price-from-file.ts";

/*
 * `npm run price -- FILE.json`: prices an estimate from a file and prints quantities, recommendations with their explanation,
 * items and totals as JSON; `-- --fields` prints the catalogue. Needs no server and no database.
 */

const USAGE = "Usage: npm run price -- FILE.json, or npm run price -- --fields";
const INDENT = 2;

// A closed pipe (`| head`) is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const [asked, ...others] = process.argv.slice(2);
const isOption = asked?.startsWith("--") ?? false;
if (asked === undefined || others.length > 0 || (isOption && asked !== "--fields")) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  try {
    const output = asked === "--fields" ? listCatalogue() : await priceFromFile(asked);
    process.stdout.write(`${JSON.stringify(output, null, INDENT)}\n`);
  } catch (error) {
    console.error(error instanceof PriceFileError ? error.message : error);
    process.exitCode = 1;
  }
}
