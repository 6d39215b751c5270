import { createServer } from "node:net";

/**
 * Systems take the ports of outgoing connections from 32768 (Linux) or 49152 (others) upwards. A server that starts a second after its port was found
 * would sometimes find it taken by one of those, so the port is searched for below them.
 */
const LOWEST = 20_000;
const COUNT = 10_000;
const TRIES = 100;

/**
 * A port of this machine that is free now, for a program that must get its port.
 *
 * @returns {Promise<number>}
 */
export async function findFreePort() {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port of 127.0.0.1 from ${LOWEST} to ${LOWEST + COUNT - 1} seems to be free.`);
}

/** @returns {Promise<boolean>} */
function isFree(/** @type {number} */ port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
