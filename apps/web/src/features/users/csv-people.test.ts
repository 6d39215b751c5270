import { buildUser } from "@ridgebook/testing";
import { describe, expect, test } from "vitest";
import { csvTemplate, planInvites, readCsvPeople, type CsvPerson } from "#features/users/csv-people.ts";
import { usersCsv } from "#features/users/users-csv.ts";

const MARCUS = buildUser({ email: "marcus@gable.test", firstName: "Marcus", lastName: "Bell" });

function peopleOf(text: string): readonly CsvPerson[] {
  const read = readCsvPeople(text);
  if (typeof read === "string") throw new Error(read);
  return read.people;
}
const planOf = (rows: string) => planInvites(peopleOf(`First name,Last name,E-mail,Role\n${rows}`), [MARCUS]);

describe("[USER-12] columns are found by their names", () => {
  const ann = { firstName: "Ann", lastName: "Lee", email: "ann@gable.test", phoneNumber: "", role: "" };

  test.each([
    ["in any order and case", "E-MAIL;last name;First Name\nann@gable.test;Lee;Ann"],
    ["with other names", "Given name,Surname,Email address\nAnn,Lee,ann@gable.test"],
    ["with one for the whole name", "Name,Mail\nAnn Lee,ann@gable.test"],
    ["with a whole name, last one first", 'Full name,E-mail\n"Lee, Ann",ann@gable.test'],
  ])("%s", (_case, text) => {
    expect(peopleOf(text)).toEqual([{ row: 2, cells: ann }]);
  });

  test("ignored ones are named", () => {
    expect(readCsvPeople("First name,Last name,E-mail,Shoe size\nAnn,Lee,ann@gable.test,38")).toMatchObject({
      unusedHeads: ["Shoe size"],
    });
  });

  test.each([
    ["", "There is nothing in it."],
    ["Ann,Lee,ann@gable.test", "No column is called “E-mail”. The first row has to name the columns."],
    ["E-mail\nann@gable.test", "The first row has to name the columns “First name” and “Last name”."],
    ["First name,Last name,E-mail\n\n", "There are no people below the first row."],
  ])("a text of %j is refused", (text, reason) => {
    expect(readCsvPeople(text)).toBe(reason);
  });
});

describe("[USER-13] the dry run", () => {
  test("new people keep the order of the file; without a role they are users", () => {
    const { added, known, problems } = planOf("Zoe,Young,zoe@gable.test,admin\nAnn,Lee,ann@gable.test,");
    expect(added.map(({ row, input }) => [row, input.email, input.role])).toEqual([
      [2, "zoe@gable.test", "Admin"],
      [3, "ann@gable.test", "User"],
    ]);
    expect([known, problems]).toEqual([[], []]);
  });

  test("a known user stays unchanged, also in other letter case, and the file's differences are reported", () => {
    const { known, added } = planOf("Marcus,Bell,MARCUS@gable.test,Admin");
    expect(added).toEqual([]);
    expect(known.map(({ difference }) => difference)).toEqual([
      "Row 2 says Admin for Marcus Bell. The role here stays User.",
    ]);
    expect(planOf("Marc,Bell,marcus@gable.test,").known[0]?.difference).toBe(
      "Row 2 says Marc Bell. The name here stays Marcus Bell.",
    );
    expect(planOf("Marcus,Bell,marcus@gable.test,User").known[0]?.difference).toBeUndefined();
  });

  test.each([
    ["Ann,Lee,ann@gable,", { email: "E-mail must be a valid e-mail address." }],
    ["Ann,Lee,,", { email: "E-mail is required." }],
    ["Ann,Lee,ann@gable.test,Boss", { role: "Role must be User or Admin." }],
    [",Lee,ann@gable.test,", { firstName: "First name is required." }],
  ])("%j is a problem with its reason", (row, errors) => {
    expect(planOf(row).problems.map((problem) => problem.errors)).toEqual([errors]);
  });

  test("an e-mail that comes twice is a problem that names the other row", () => {
    const { added, problems } = planOf("Ann,Lee,ann@gable.test,\nBea,Lee,bea@gable.test,\nAnna,Lee,Ann@gable.test,");
    expect(added.map(({ row }) => row)).toEqual([2, 3]);
    expect(problems.map(({ row, errors }) => [row, errors])).toEqual([[4, { email: "Row 2 has this e-mail too." }]]);
  });

  test("the list that was exported changes nothing", async () => {
    const { added, problems, known } = planInvites(peopleOf(await usersCsv([MARCUS]).text()), [MARCUS]);
    expect([added, problems, known.map(({ difference }) => difference)]).toEqual([[], [], [undefined]]);
  });
});

test("[USER-12] the template has the columns that are read, and no rows", async () => {
  expect(await csvTemplate().text()).toBe("First name,Last name,E-mail,Phone number,Role\r\n");
});
