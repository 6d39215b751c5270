// The files of deploy/ besides the Dockerfile, as an operator would use them: systemd's own check of the units, and two servers behind nginx with TLS,
// one restarted after the other while devices send.
/* global File, FormData -- of Node */
import { randomBytes } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { compareLeads, signIn, startDevices } from "./devices.mjs";
import { demand, Skipped } from "./stage.mjs";
import { findFreePort } from "../find-free-port.mjs";

const NGINX = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].find((file) => existsSync(file));
const SEND_FOR_MS = 2_000;
/** A picture of noise with this side length has 9 MB as PNG; the largest upload is 10. */
const PICTURE_SIDE = 1_730;

const canRun = (command, args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

/** systemd's own check of each unit; "" on a machine without systemd. */
function checkUnits(root) {
  if (!canRun("systemd-analyze", ["--version"])) return "units were skipped (there is no systemd)";
  const folder = join(root, "deploy");
  const units = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name));
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...units.map((name) => join(folder, name))], {
    encoding: "utf8",
  });
  demand(status === 0 && stderr === "", `systemd finds fault with the units: ${stderr}`);
  return `${units.length} units that systemd takes`;
}

/** nginx with the project's configuration, except for its name, ports, servers and certificate. */
async function startProxy(stage, { root, ports }) {
  const folder = join(stage.folder, "proxy");
  mkdirSync(folder);
  const place = (name) => join(folder, name);
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=localhost",
      "-keyout",
      place("key.pem"),
      "-out",
      place("cert.pem"),
    ],
    { stdio: "ignore" },
  );
  const [secure, plain] = [await findFreePort(), await findFreePort()];
  const server = /^ *server 127\.0\.0\.1:3000 (.*)$/m;
  const site = readFileSync(join(root, "deploy/nginx.conf"), "utf8");
  const written = site
    .replace(server, (_line, options) => ports.map((port) => `  server 127.0.0.1:${port} ${options}`).join("\n"))
    .replaceAll("app.example.com", "localhost")
    .replace("listen 80;", `listen 127.0.0.1:${plain};`)
    .replace("listen 443 ", `listen 127.0.0.1:${secure} `)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${place("cert.pem")};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${place("key.pem")};`);
  writeFileSync(place("site.conf"), written);
  writeFileSync(
    place("nginx.conf"),
    [
      "daemon off;",
      `pid ${place("pid")};`,
      "error_log stderr;",
      "events {}",
      "http {",
      "access_log off;",
      ...["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${place(name)};`),
      `include ${place("site.conf")};`,
      "}",
    ].join("\n"),
  );
  const test = spawnSync(NGINX, ["-t", "-c", place("nginx.conf")], { encoding: "utf8" });
  demand(test.status === 0, `nginx does not take deploy/nginx.conf: ${test.stderr}`);
  const nginx = stage.start(["-c", place("nginx.conf")], {}, { command: NGINX });
  return { ...nginx, url: `https://localhost:${secure}`, plainUrl: `http://localhost:${plain}` };
}

const statusOf = async (url, options) => (await fetch(url, { redirect: "manual", ...options })).status;

/** A file near the limit passes, and comes back unchanged. */
async function sendLargeFile(url) {
  const headers = await signIn(url, "admin@demo.test");
  const raw = { width: PICTURE_SIDE, height: PICTURE_SIDE, channels: 3 };
  const picture = await sharp(randomBytes(PICTURE_SIDE * PICTURE_SIDE * 3), { raw })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("formFile", new File([picture], "noise.png", { type: "image/png" }));
  const reply = await fetch(`${url}/api/files`, {
    method: "POST",
    headers: { authorization: headers.authorization },
    body: form,
  });
  demand(reply.ok, `A file of ${picture.length} bytes was answered with ${reply.status}.`);
  return picture.length;
}

export async function runBehindProxy(stage, { rounds, tally, root }) {
  const units = checkUnits(root);
  if (NGINX === undefined) throw new Skipped("nginx is not installed: apt-get install nginx-light");
  if (!canRun("openssl", ["version"])) throw new Skipped("openssl is not installed: apt-get install openssl");
  const database = await stage.startDatabase("proxied");
  const ports = [await findFreePort(), await findFreePort()];
  const proxy = await startProxy(stage, { root, ports });
  const settings = { ...database.settings, TRUST_PROXY: "1", PUBLIC_URL: proxy.url };
  const servers = [];
  for (const port of ports) servers.push(await stage.startServer(settings, { port }));

  // Only this proof knows the certificate.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  try {
    const plain = await fetch(`${proxy.plainUrl}/estimator/leads`, { redirect: "manual" });
    demand(
      plain.status === 301 && plain.headers.get("location")?.startsWith("https://"),
      "HTTP does not lead to HTTPS.",
    );
    for (const path of ["/metrics", "/readyz"])
      demand((await statusOf(`${proxy.url}${path}`)) === 403, `${path} is open to everybody.`);
    const page = await fetch(proxy.url);
    demand(page.ok && page.headers.has("strict-transport-security"), "The page is not kept to HTTPS.");
    const login = await fetch(`${proxy.url}/api/users/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "sales@demo.test", password: "Ridgebook-1" }),
    });
    const cookies = login.headers.getSetCookie();
    demand(
      cookies.length > 0 && cookies.every((cookie) => /^__Host-.*; Secure/.test(cookie)),
      `A login behind TLS sets ${cookies.join(" and ") || `no cookie (${login.status})`}.`,
    );
    const bytes = await sendLargeFile(proxy.url);

    let tries = 0;
    for (let round = 0; round < rounds; round += 1) {
      const devices = await startDevices(() => [proxy.url], stage);
      await wait(SEND_FOR_MS);
      // As in an upgrade: each stops cleanly, and the other serves meanwhile.
      for (const [index, port] of ports.entries()) {
        await servers[index].stop();
        await wait(SEND_FOR_MS / 4);
        servers[index] = await stage.startServer(settings, { port });
      }
      await devices.stop();
      tries += devices.figures.tries;
      tally(compareLeads(devices.acknowledged, await database.countLeads()));
    }
    await Promise.all(servers.map(({ stop }) => stop()));
    return `behind nginx with TLS ${(bytes / 1e6).toFixed(1)} MB in one file, ${2 * rounds} restarts with ${tries} calls that were sent again, ${units}`;
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    proxy.child.kill("SIGTERM");
    await proxy.ended;
    await database.stop();
  }
}
