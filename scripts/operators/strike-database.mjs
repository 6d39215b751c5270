// A database that is restarted cleanly and killed, while devices send to the server on it.
import { setTimeout as wait } from "node:timers/promises";
import { compareLeads, startDevices } from "./devices.mjs";
import { demand, HEALTHY_WITHIN_MS, untilReady } from "./stage.mjs";

const SEND_FOR_MS = 3_000;

export async function strikeDatabase(stage, { rounds, tally }) {
  const database = await stage.startDatabase("postgres");
  const server = await stage.startServer(database.settings);
  const strike = async (act) => {
    const devices = await startDevices(() => [server.url], stage);
    await wait(SEND_FOR_MS);
    await act();
    const readyMs = await untilReady(server.url, server);
    await devices.stop();
    tally(compareLeads(devices.acknowledged, await database.countLeads()));
    demand(readyMs <= HEALTHY_WITHIN_MS, `The server was ready only ${Math.round(readyMs)} ms after its database.`);
    return readyMs;
  };
  let [restartMs, killMs] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    restartMs = Math.max(restartMs, await strike(database.restart));
    killMs = Math.max(killMs, await strike(database.kill));
  }
  const stopMs = await server.stop();
  await database.stop();
  const seconds = (ms) => (ms / 1_000).toFixed(1);
  return `ready ${seconds(restartMs)} s after a restart of the database and ${seconds(killMs)} s after kill -9, stopped in ${seconds(stopMs)} s`;
}
