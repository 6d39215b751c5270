import { expect, test } from "vitest";
import { startingMessage } from "./starting-message.ts";

const mail = {
  companyText: "",
  firstName: "Dana",
  documentName: "Contract Roofing",
  companyName: "North Gable",
  sender: "Marcus Reed",
};

test.each([
  {
    what: "greets the homeowner, says what is attached, and who sends it",
    parts: {},
    message:
      "<p>Hello Dana,</p><p>Contract Roofing from North Gable is attached. If you have a question, just answer this e-mail.</p><p>Marcus Reed</p>",
  },
  {
    what: "greets whoever gets a paper that is not for the homeowner",
    parts: { firstName: "", sender: "" },
    message:
      "<p>Hello,</p><p>Contract Roofing from North Gable is attached. If you have a question, just answer this e-mail.</p>",
  },
  { what: "is what the company has written", parts: { companyText: "<p>Ours</p>" }, message: "<p>Ours</p>" },
  {
    what: "takes a name as text",
    parts: { firstName: "<b>D", companyName: "", sender: "" },
    message:
      "<p>Hello &lt;b&gt;D,</p><p>Contract Roofing is attached. If you have a question, just answer this e-mail.</p>",
  },
])("[DOC-35] the message of a mail $what", ({ parts, message }) => {
  expect(startingMessage({ ...mail, ...parts })).toBe(message);
});
