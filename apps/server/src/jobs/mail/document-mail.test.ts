import type { CompanyId } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { writeDocumentMail } from "./document-mail.ts";

const write = (message: string) =>
  writeDocumentMail({
    to: "dana@maple.test",
    documentName: "Roof <contract>",
    fileNameParts: ["Eve Whitfield", "2026-0514-K7QDAB"],
    companyName: "Gable & Sons",
    companyId: 3 as CompanyId,
    message,
    replyTo: undefined,
    pdf: new Uint8Array(),
  });

test.each([
  { given: "no message", message: "" },
  { given: "an empty paragraph", message: "<p><br></p>" },
  { given: "no-break spaces", message: "<p>&nbsp;&nbsp;</p>" },
  { given: "an empty list", message: "<ul><li><p></p></li></ul>" },
  { given: "zero-width marks of an editor", message: "<p>\u200B\u2060\uFEFF</p>" },
  { given: "a soft hyphen", message: "<p>&shy;</p>" },
  { given: "a picture alone", message: '<p><img src="https://counter.test/pixel.gif"></p>' },
])("[MAIL-04] with $given, text and HTML say what is attached", ({ message }) => {
  const { text, html } = write(message);
  expect(text).toBe("Roof <contract> is attached to this e-mail.");
  expect(html).toContain("<p>Roof &#60;contract&#62; is attached to this e-mail.</p>");
});

test("[MAIL-04] a message keeps its words and loses what would load something from elsewhere", () => {
  const { text, html } = write(
    '<p style="background:url(https://counter.test/a)">See you <a href="https://counter.test/b">Friday</a>.<img src="https://counter.test/c"></p>',
  );
  expect(text).toBe("See you Friday.");
  expect(html).not.toContain("counter.test");
});

test("[DOC-25] the file is named after document, lead and number, so that ten contracts do not have one name", () => {
  expect(write("").attachments?.[0]?.filename).toBe("Roof contract - Eve Whitfield - 2026-0514-K7QDAB.pdf");
});

test("[TEXT-04] a document's name from right to left keeps to itself, and a message written so begins at the right", () => {
  const mail = {
    to: "a@maple.test",
    fileNameParts: [],
    companyName: "",
    companyId: 3 as CompanyId,
    replyTo: undefined,
  };
  const named = { ...mail, documentName: "חוזה 12", pdf: new Uint8Array() };
  const { text, html } = writeDocumentMail({ ...named, message: "" });
  expect(text).toBe("\u2068חוזה\u2069 12 is attached to this e-mail.");
  expect(html).toContain(`<p>${text}</p>`);

  const written = writeDocumentMail({ ...named, message: "<p>שלום, מצורף החוזה.</p>" });
  expect(written.text).toBe("שלום, מצורף החוזה.");
  expect(written.html).toMatch(/^<div dir="auto" .*>\n<p>שלום, מצורף החוזה\.<\/p>\n<\/div>$/);
});
