import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { importOfServer } from "./built-product.mjs";

const DATABASE_NAME = "ridgebook_bench";
const PASSWORDS = { owner: "owner-for-benches", app: "app-for-benches", platform: "platform-for-benches" };

/** Filling may lose everything in a crash; the measurement only reads. */
const FILL_FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_wal_size: "4GB" };

/**
 * @typedef {object} BenchDatabase
 * @property {string} folder everything of this bench on the disk
 * @property {string} appUrl as requests connect: bound by the policies
 * @property {string} ownerUrl
 * @property {string} superuserUrl past the policies
 * @property {pg.Client} superuser
 */

/**
 * The product's own PostgreSQL in a temporary folder, with its roles and all migrations, empty.
 *
 * @param {object} options
 * @param {import("../measuring/held-resources.mjs").HeldResources} options.resources
 * @param {Record<string, string>} [options.settings] PostgreSQL's; left out where what is measured only reads
 * @returns {Promise<BenchDatabase>}
 */
export async function startDatabase({ resources, settings = FILL_FAST }) {
  const { startEmbeddedPostgres } = await importOfServer("database/embedded/embedded-postgres.js");
  const { setUpDatabase } = await importOfServer("database/set-up.js");
  const { migrateDatabase } = await importOfServer("database/migrate.js");
  const { ROLE_NAMES } = await importOfServer("database/schema/roles.js");

  const folder = await mkdtemp(join(tmpdir(), "ridgebook-bench-"));
  resources.hold(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  // Started by root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, "database"), settings });
  resources.hold(() => postgres.stop());

  const server = new pg.Client({ connectionString: postgres.superuserUrl });
  await server.connect();
  await server.query(`create database ${DATABASE_NAME}`);
  await server.end();

  // The superuser's URL with another path; a socket's URL has no host, which URL does not parse.
  const superuserUrl = postgres.superuserUrl.replace(/\/postgres(?=\?|$)/, `/${DATABASE_NAME}`);
  const urlFor = (/** @type {"owner" | "app" | "platform"} */ role) =>
    postgres.urlFor({ database: DATABASE_NAME, user: ROLE_NAMES[role], password: PASSWORDS[role] });
  await setUpDatabase({ adminUrl: superuserUrl, passwords: PASSWORDS });
  await migrateDatabase(urlFor("owner"));

  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  resources.hold(() => superuser.end());
  return {
    folder,
    appUrl: urlFor("app"),
    platformUrl: urlFor("platform"),
    ownerUrl: urlFor("owner"),
    superuserUrl,
    superuser,
  };
}
