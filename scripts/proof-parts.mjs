/**
 * The long proofs: what each runs at a share of its full size, and what its output says in one line. A `read` returns undefined where
 * the output has no result.
 */
const scale = (full, share) => Math.max(1, Math.round(full * share));
/** Terminal colors, which vitest adds to a test's own output. */
const COLORS = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, "g");
const plain = (output) => output.replace(COLORS, "");
const lastMatch = (output, pattern) => [...plain(output).matchAll(pattern)].at(-1)?.slice(1);

export const PARTS = [
  {
    proof: "simulation",
    command: ({ share, seed }) => ["simulate", "--from", String(seed), "--schedules", String(scale(5_000, share))],
    read(output) {
      const found = lastMatch(output, /^Seeds .*: (\d+) schedules, (\d+) failed, [\d.]+ minutes/gm);
      if (found === undefined) return undefined;
      const seeds = [...(/^Seeds (.*): \d+ schedules/m.exec(plain(output))?.[1] ?? "").matchAll(/(\d+) to (\d+)/g)];
      const from = Math.min(...seeds.map(([, first]) => Number(first)));
      const to = Math.max(...seeds.map(([, , last]) => Number(last)));
      const [schedules, failed] = found.map(Number);
      const failing = [...plain(output).matchAll(/\bseed (\d+)\b/gi)].map(([, seed]) => seed);
      return {
        ran: `${from} to ${to}`,
        counts: [schedules.toLocaleString("en-US"), String(failed)],
        result: failed === 0 ? "" : `to be found out: ${[...new Set(failing)].join(", ")}`,
      };
    },
  },
  {
    proof: "field-day",
    command: ({ share, seed }) => [
      "field-day",
      ...Object.entries({ flips: 100, kills: 20, edits: 60, signatures: 3 }).flatMap(([name, count]) => [
        `--${name}`,
        String(scale(count, share)),
      ]),
      "--seed",
      String(seed),
    ],
    read(output) {
      const seed = lastMatch(output, /^Field day of seed (\d+),/gm)?.[0];
      if (seed === undefined) return undefined;
      const verdict = plain(output).includes("Nothing lost, doubled or different.")
        ? "nothing lost, doubled or different"
        : "lost, doubled or different";
      const counts = ["flips", "kills", "edits", "signatures", "server restarts"].flatMap((name) => {
        const [count] = lastMatch(output, new RegExp(`^ +(\\d+) ${name}$`, "gm")) ?? [];
        return count === undefined ? [] : [`${count} ${name}`];
      });
      return { ran: seed, result: `${verdict}: ${counts.join(", ")}` };
    },
  },
  {
    proof: "papers",
    command: ({ share, seed }) => ["documents:proof", "--papers", String(scale(500, share)), "--from", String(seed)],
    read: (output) => readSeeds(lastMatch(output, /^Seeds (\d+) to (\d+) of each kind: (.+), [\d.]+ minutes\.$/gm)),
  },
  {
    proof: "signed",
    command: ({ share, seed }) => ["signed:proof", "--schedules", String(scale(20_000, share)), "--from", String(seed)],
    read(output) {
      const [seed, schedules, result] =
        lastMatch(output, /^Seed (\d+), (\d+) schedules of signing: (.+), [\d.]+ minutes\.$/gm) ?? [];
      if (seed === undefined) return undefined;
      return { ran: `${seed} to ${seed}`, result: `${Number(schedules).toLocaleString("en-US")} schedules: ${result}` };
    },
  },
  {
    proof: "attacks",
    command: ({ share }) => ["attacks:proof", "--minutes", String(60 * share)],
    read(output) {
      const [ran, result] = lastMatch(output, /^Attacked for ([\d.]+ minutes): (.+), [\d.]+ minutes\.$/gm) ?? [];
      return ran === undefined ? undefined : { ran, result };
    },
  },
  {
    proof: "impact",
    command: ({ share }) => ["impact:proof", "--estimates", String(scale(1_000, share))],
    read(output) {
      const [estimates, result] = lastMatch(output, /^Impact on (\d+) open estimates: (.+), [\d.]+ minutes\.$/gm) ?? [];
      return estimates === undefined ? undefined : { ran: `${estimates} open estimates`, result };
    },
  },
  {
    proof: "operators",
    command: ({ share }) => ["operators:proof", "--rounds", String(scale(5, share))],
    read(output) {
      const [ran, result] = lastMatch(output, /^Operators, (\d+ rounds): (.+), [\d.]+ minutes\.$/gm) ?? [];
      return ran === undefined ? undefined : { ran, result };
    },
  },
  {
    proof: "connections",
    command: ({ share }) => [
      "connections:proof",
      "--races",
      String(scale(10_000, share)),
      "--webhooks",
      String(scale(10_000, share)),
      "--outage",
    ],
    read(output) {
      const [result] = lastMatch(output, /^Connections: (.+), [\d.]+ minutes\.$/gm) ?? [];
      return result === undefined ? undefined : { ran: "races, webhooks, outage", result };
    },
  },
  {
    proof: "oracle",
    command: ({ share, seed }) => [
      "engine:oracle",
      "--estimates",
      String(scale(50_000, share)),
      "--from",
      String(seed),
    ],
    read: (output) => readSeeds(lastMatch(output, /^Seeds (\d+) to (\d+): (.+), [\d.]+ minutes\.$/gm)),
  },
  {
    proof: "mutations",
    // A smaller share is one workflow of the seven.
    command: ({ share }) => ["engine:mutate", ...(share < 1 ? ["--only", "workflow 7"] : [])],
    read(output) {
      const [changes, unnoticed] = lastMatch(output, /^(\d+) changes, (\d+) unnoticed, [\d.]+ minutes$/gm) ?? [];
      if (changes === undefined) return undefined;
      return { ran: Number(changes).toLocaleString("en-US"), result: `${unnoticed} unnoticed` };
    },
  },
  {
    proof: "engines",
    // A smaller share is one engine.
    command: ({ share }) => ["engines", ...(share < 1 ? ["--engine", "webkit"] : [])],
    read(output) {
      const walks = [...plain(output).matchAll(/^\S+: (\w+) \d+ x \d+, (\d+) steps in ([\d.]+) s$/gm)];
      if (walks.length === 0) return undefined;
      const results = [...new Set(walks.map(([, engine]) => engine))].map((engine) => {
        const seconds = walks.filter((walk) => walk[1] === engine).map((walk) => walk[3]);
        return `${engine} ${seconds.join(" and ")} s`;
      });
      return { ran: `${walks[0][2]} steps`, result: results.join(", ") };
    },
  },
];

function readSeeds(found) {
  if (found === undefined) return undefined;
  const [from, to, result] = found;
  return { ran: `${from} to ${to}`, result };
}
