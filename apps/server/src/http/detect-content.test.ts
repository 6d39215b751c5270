import { describe, expect, test } from "vitest";
import sharp from "sharp";
import { detectContent } from "./detect-content.ts";

const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: "#2ab0da" } });
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** An old Office file as far as its container goes: the signature, a sector, and a folder that lists one stream. */
const oldOffice = (stream: string): Uint8Array =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(1_016),
    Buffer.from(`Root Entry\0`, "utf16le"),
    Buffer.from(`${stream}\0`, "utf16le"),
    Buffer.alloc(512),
  ]);

/** An archive with one file in it that is not packed, which is how Office files begin. */
function archiveOf(name: string, content: string): Uint8Array {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name + content)]);
}

const OFFICE = "application/vnd.openxmlformats-officedocument";
const newOffice = (part: string): Uint8Array =>
  archiveOf(
    "[Content_Types].xml",
    `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="${part}.main+xml"/></Types>`,
  );

describe("the type of a content", () => {
  test("[FILE-05] pictures, PDF and text are known by what is in them", async () => {
    const cases: [string, Uint8Array, string][] = [
      ["jpg,jpeg", await picture.clone().jpeg().toBuffer(), "image/jpeg"],
      ["png", await picture.clone().png().toBuffer(), "image/png"],
      ["gif", await picture.clone().gif().toBuffer(), "image/gif"],
      ["pdf", text("%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n"), "application/pdf"],
      ["docx", newOffice(`${OFFICE}.wordprocessingml.document`), `${OFFICE}.wordprocessingml.document`],
      ["xlsx", newOffice(`${OFFICE}.spreadsheetml.sheet`), `${OFFICE}.spreadsheetml.sheet`],
      ["csv", text('\ufeffName,Preis\r\nDachziegel,"1,20"\r\n\tgrün,3\r\n'), "text/csv; charset=utf-8"],
      ["doc", oldOffice("WordDocument"), "application/msword"],
      ["xls", oldOffice("Workbook"), "application/vnd.ms-excel"],
      ["xls", oldOffice("Book"), "application/vnd.ms-excel"],
    ];
    for (const [extensions, bytes, contentType] of cases) {
      const detected = await detectContent(bytes);
      expect(detected?.extensions.join(","), extensions).toBe(extensions);
      expect(detected?.contentType).toBe(contentType);
    }
  });

  test("[FILE-05] recognizes nothing in what may not be uploaded, under any name", async () => {
    const refused: Record<string, Uint8Array> = {
      webp: await picture.clone().webp().toBuffer(),
      svg: text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      "archive of something else": archiveOf("run.js", "alert(1)"),
      "workbook with macros": newOffice("application/vnd.ms-excel.sheet.macroEnabled"),
      installer: oldOffice("SummaryInformation"),
      "text with a zero byte": text("a,b\0c"),
      "text that is not UTF-8": Uint8Array.of(0x61, 0xff, 0x62),
      program: Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0),
      "a broken archive": Buffer.concat([Buffer.from("504b030414000000", "hex"), Buffer.alloc(40, 0xff)]),
    };
    for (const [name, bytes] of Object.entries(refused)) {
      expect(await detectContent(bytes), name).toBeUndefined();
    }
  });
});
