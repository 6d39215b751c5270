import { DOCUMENT_TYPES, type DocumentData, type DocumentFinding } from "@ridgebook/contract";

/* An estimate's signed papers as stored on the server, and their agreement. Device and server are both tested, each with its own query. */

interface ScenarioPaper {
  readonly id: number;
  readonly type: number;
  readonly data: DocumentData;
  readonly createdTime: string;
  readonly workflows: readonly string[];
  readonly supersededById: number | null;
  readonly findings: readonly DocumentFinding[];
}

interface AgreedScenario {
  readonly name: string;
  readonly papers: readonly ScenarioPaper[];
  /** Number of each valid contract, followed by its valid change orders. */
  readonly agreed: readonly (readonly string[])[];
}

const MARKED: readonly DocumentFinding[] = [{ kind: "supersededBase", text: "Signed beside another." }];

interface GivenPaper {
  /** Numbers of the named papers; undefined for older releases' papers. */
  readonly buildsOn?: readonly string[];
  readonly data?: DocumentData;
  readonly supersededById?: number;
  readonly workflows?: readonly string[];
  readonly isMarked?: boolean;
}

const paper = (
  kind: "contract" | "changeOrder",
  id: number,
  { buildsOn, data, supersededById, workflows = ["4"], isMarked = false }: GivenPaper = {},
): ScenarioPaper => {
  const number = `${kind === "contract" ? "C" : "O"}${String(id)}`;
  return {
    id,
    type: DOCUMENT_TYPES[kind],
    workflows,
    supersededById: supersededById ?? null,
    createdTime: `2026-05-14T15:${String(id).padStart(2, "0")}:00.000Z`,
    findings: isMarked ? MARKED : [],
    data: {
      number,
      fingerprint: number,
      ...(buildsOn && { buildsOn: JSON.stringify(buildsOn) }),
      ...data,
    },
  };
};
const contract = (id: number, given: GivenPaper = {}): ScenarioPaper =>
  paper("contract", id, { buildsOn: [], ...given });
const order = (id: number, basedOnId: number, buildsOn: readonly string[], given: GivenPaper = {}): ScenarioPaper =>
  paper("changeOrder", id, { buildsOn, ...given, data: { basedOnId: String(basedOnId) } });
const madeFrom = (id: number, buildsOn: readonly string[]): GivenPaper => ({
  buildsOn,
  data: { sourceId: String(id) },
});

export const AGREED_SCENARIOS: readonly AgreedScenario[] = [
  { name: "a contract", papers: [contract(1)], agreed: [["C1"]] },
  {
    name: "change orders that were signed side by side",
    papers: [contract(1), order(2, 1, ["C1"]), order(3, 1, ["C1"], { isMarked: true })],
    agreed: [["C1", "O2", "O3"]],
  },
  {
    name: "a contract that replaced another with its change order",
    papers: [contract(1, { supersededById: 3 }), order(2, 1, ["C1"]), contract(3, madeFrom(1, ["C1", "O2"]))],
    agreed: [["C3"]],
  },
  {
    name: "a change order of a replaced contract that the new contract did not know",
    papers: [contract(1, { supersededById: 3 }), order(2, 1, ["C1"]), contract(3, madeFrom(1, ["C1"]))],
    agreed: [["C3", "O2"]],
  },
  {
    name: "one that is built on by a change order of the new contract",
    papers: [
      contract(1, { supersededById: 3 }),
      order(2, 1, ["C1"]),
      contract(3, madeFrom(1, ["C1"])),
      order(4, 3, ["C3", "O2"]),
    ],
    agreed: [["C3", "O2", "O4"]],
  },
  {
    name: "a contract that replaced the replacement, and knew what changed the first",
    papers: [
      contract(1, { supersededById: 3 }),
      order(2, 1, ["C1"]),
      contract(3, { ...madeFrom(1, ["C1"]), supersededById: 4 }),
      contract(4, madeFrom(3, ["C3", "O2"])),
    ],
    agreed: [["C4"]],
  },
  {
    name: "a second contract of the same work, and what changes it",
    papers: [contract(1), contract(2, { isMarked: true }), order(3, 2, ["C2"], { isMarked: true })],
    agreed: [["C1"]],
  },
  {
    name: "a contract that replaced the first of two, received after the second",
    papers: [contract(1, { supersededById: 3 }), contract(2, { isMarked: true }), contract(3, madeFrom(1, ["C1"]))],
    agreed: [["C3"]],
  },
  {
    name: "a second contract, what changes it, and the first one deleted",
    papers: [contract(2, { isMarked: true }), order(3, 2, ["C2"], { isMarked: true })],
    agreed: [["C2", "O3"]],
  },
  {
    name: "the same, replaced by a contract that does not know the change",
    papers: [contract(2, { isMarked: true, supersededById: 4 }), order(3, 2, ["C2"]), contract(4, madeFrom(2, ["C2"]))],
    agreed: [["C4", "O3"]],
  },
  {
    name: "a change of a second contract that was not agreed, and whose successor is about other work than the first",
    papers: [
      contract(1, { workflows: ["1"] }),
      contract(2, { workflows: ["1", "4"], isMarked: true, supersededById: 4 }),
      order(3, 2, ["C2"], { isMarked: true }),
      contract(4, madeFrom(2, ["C2"])),
    ],
    agreed: [["C1"], ["C4"]],
  },
  {
    name: "a change order whose contract was deleted",
    papers: [contract(1, { workflows: ["1"] }), order(3, 2, ["C2"])],
    agreed: [["C1"]],
  },
  {
    name: "contracts of different work",
    papers: [contract(1), contract(2, { workflows: ["1", "2"] }), order(3, 2, ["C2"])],
    agreed: [["C1"], ["C2", "O3"]],
  },
  {
    name: "papers of a former release, which do not say what they build on: one contract of the same work counts",
    papers: [paper("contract", 1), paper("contract", 2), paper("changeOrder", 3, { data: { basedOnId: "1" } })],
    agreed: [["C1", "O3"]],
  },
];

/** The numbers of agreed work as scenarios say them. */
export const numbersOf = (
  works: readonly {
    readonly contract: { readonly data: DocumentData };
    readonly changeOrders: readonly { readonly data: DocumentData }[];
  }[],
): string[][] =>
  works
    .map(({ contract: { data }, changeOrders }) => [data, ...changeOrders.map((each) => each.data)])
    .map((each) => each.map((data) => data["number"] ?? ""))
    .toSorted(([one = ""], [other = ""]) => one.localeCompare(other));
