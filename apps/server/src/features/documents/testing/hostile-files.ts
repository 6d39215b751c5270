import { deflateRawSync, gzipSync } from "node:zlib";
import { buildPdf } from "#testing/build-document.ts";

interface HostileFile {
  readonly what: string;
  readonly name: string;
  readonly bytes: Buffer;
}

const text = (content: string): Buffer => Buffer.from(content, "latin1");
const repeated = (byte: number, length: number): Buffer => Buffer.alloc(length, byte);

/** A zip archive with one file. */
function zip(name: string, content: Buffer, comment = ""): Buffer {
  const packed = deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([text("PK\x03\x04"), common, text(name), packed]);
  const central = Buffer.concat([text("PK\x01\x02"), Buffer.from([20, 0]), common, Buffer.alloc(14), text(name)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([local, central, text("PK\x05\x06"), end, text(comment)]);
}

const SCRIPT = "<script>alert(document.cookie)</script>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
const PNG_HEAD = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
/** A picture of 50,000 by 50,000 pixels in a hundred bytes. */
const PIXEL_FLOOD = Buffer.concat([
  PNG_HEAD,
  Buffer.from("0000c3500000c350080600000000000000", "hex"),
  repeated(0, 60),
]);
const OLD_OFFICE = Buffer.concat([
  Buffer.from("d0cf11e0a1b11ae1", "hex"),
  repeated(0, 2_000),
  Buffer.from("WordDocument\0VBA\0", "utf16le"),
]);

/** Fifty files that someone could send in place of a PDF. */
export function hostileFiles(): HostileFile[] {
  const whole = buildPdf();
  const tail = whole.subarray(whole.lastIndexOf("startxref"));
  const bomb = zip("bomb.bin", repeated(0, 20_000_000));
  const at = (offset: string): Buffer =>
    text(whole.toString("latin1").replace(/startxref\n\d+/, `startxref\n${offset}`));
  const asPdf: [what: string, bytes: Buffer][] = [
    ["0 bytes", Buffer.alloc(0)],
    ["one byte", text("%")],
    ["10,000,001 bytes of a PDF", Buffer.concat([whole, repeated(0x20, 10_000_001 - whole.length)])],
    ["11 MB of zeros", repeated(0, 11_000_000)],
    ["wrong magic: a PNG", Buffer.concat([PNG_HEAD, repeated(0, 100)])],
    ["wrong magic: a JPEG", Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), repeated(1, 100)])],
    ["wrong magic: a GIF", text("GIF89a\x01\x00\x01\x00\x00\x00\x00;")],
    ["wrong magic: plain text", text("This is a contract, honestly.")],
    ["wrong magic: JSON", text('{"contract":true}')],
    ["wrong magic: PostScript", text("%!PS-Adobe-3.0\nshowpage\n%%EOF\n")],
    ["wrong magic: a program for Linux", Buffer.concat([Buffer.from("7f454c46020101", "hex"), repeated(0, 200)])],
    ["wrong magic: a program for Windows", Buffer.concat([text("MZ\x90\0"), repeated(0, 200), text("PE\0\0")])],
    ["wrong magic: Java", Buffer.concat([Buffer.from("cafebabe00000034", "hex"), repeated(0, 60)])],
    ["wrong magic: WebAssembly", Buffer.from("0061736d01000000", "hex")],
    ["wrong magic: RTF", text("{\\rtf1\\ansi hello}")],
    ["wrong magic: a shell script", text("#!/bin/sh\nrm -rf /\n")],
    ["a page with a script", text(`<!doctype html><html><body>${SCRIPT}</body></html>`)],
    ["an SVG with a script", text(SVG)],
    ["an SVG that declares itself XML", text(`<?xml version="1.0"?>${SVG}`)],
    [
      "an XML file with an entity bomb",
      text('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbb"><!ENTITY c "&b;&b;">]><a>&c;</a>'),
    ],
    ["a pixel flood", PIXEL_FLOOD],
    ["an archive", zip("a.txt", text("hello"))],
    ["a zip bomb", bomb],
    ["a gzip bomb", gzipSync(repeated(0, 20_000_000))],
    ["an Office file with macros", zip("word/vbaProject.bin", text("Sub AutoOpen()"))],
    ["an old Office file with macros", OLD_OFFICE],
    ["a PDF that stands behind a page", Buffer.concat([text(`<html>${SCRIPT}</html>\n`), whole])],
    ["a PDF that stands behind a JPEG", Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), whole])],
    ["a PDF that stands behind an archive", Buffer.concat([zip("a.txt", text("hello")), whole])],
    ["a PDF that stands behind a line break", Buffer.concat([text("\n"), whole])],
    ["a PDF that stands behind a mark of byte order", Buffer.concat([Buffer.from("efbbbf", "hex"), whole])],
    ["a PDF that is an archive too", Buffer.concat([whole, zip("a.txt", text("hello"))])],
    [
      "a PDF that is an archive too, whose comment ends it as a PDF",
      Buffer.concat([whole, zip("a.txt", text("hello"), tail.toString("latin1"))]),
    ],
    ["a PDF with a zip bomb behind it", Buffer.concat([whole, bomb])],
    ["a PDF with a page behind it", Buffer.concat([whole, text(`<html>${SCRIPT}</html>`)])],
    ["a PDF with an SVG behind it", Buffer.concat([whole, text(SVG)])],
    ["a PDF with a program behind it", Buffer.concat([whole, text("MZ\x90\0"), repeated(0, 2_000)])],
    ["a PDF with a comment of script behind it", Buffer.concat([whole, text("/*"), text(SCRIPT), text("*/")])],
    ["a PDF with 2,000 zeros behind it", Buffer.concat([whole, repeated(0, 2_000)])],
    ["a PDF without its end", whole.subarray(0, whole.length - 10)],
    ["a PDF without its second half", whole.subarray(0, Math.floor(whole.length / 2))],
    ["the head of a PDF", text("%PDF-1.7\n")],
    ["the head and the end of a PDF", text("%PDF-1.7\nstartxref\n0\n%%EOF\n")],
    ["a PDF of a version that there is not", text(whole.toString("latin1").replace("%PDF-1.7", "%PDF-9.9"))],
    ["a PDF whose table is elsewhere", at("5")],
    ["a PDF whose table is behind its end", at("9999999")],
    ["a PDF whose table has no place", at("-1")],
  ];
  return [
    ...asPdf.map(([what, bytes]) => ({ what, name: "contract.pdf", bytes })),
    { what: "a PDF that calls itself a program", name: "contract.exe", bytes: whole },
    { what: "a PDF that calls itself a page", name: "contract.pdf.html", bytes: whole },
    { what: "a PDF without a name", name: "contract", bytes: whole },
  ];
}
