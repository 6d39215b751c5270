// PouchDB's express server with nothing around it, on LevelDB in a folder: replicated documents are stored there.
import { createRequire } from "node:module";
import express from "express";

const require = createRequire(import.meta.url);

process.once("message", async (message) => {
  const { folder } = /** @type {{ folder: string }} */ (message);
  const PouchDB = require("pouchdb").defaults({ prefix: folder });
  const app = express();
  app.get("/", (_request, reply) => reply.type("html").send("<!doctype html><title>PouchDB</title>"));
  app.get("/pouchdb.js", (_request, reply) => reply.sendFile(require.resolve("pouchdb/dist/pouchdb.min.js")));
  app.get("/indexeddb.js", (_request, reply) =>
    reply.sendFile(require.resolve("pouchdb/dist/pouchdb.indexeddb.min.js")),
  );
  // Only the parts for replication: no log file, no configuration, no users.
  app.use("/db", require("express-pouchdb")(PouchDB, { mode: "minimumForPouchDB" }));
  const server = app.listen(0, "127.0.0.1", () => {
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    process.send?.({ url: `http://127.0.0.1:${port}` });
  });
});
