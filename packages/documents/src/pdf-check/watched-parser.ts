import { PDFArray, PDFName, PDFNull, PDFParser, PDFRawStream, type PDFObject, type PDFRef } from "@cantoo/pdf-lib";
import { Unzlib } from "fflate";

/** The limit of all unpacked object streams of a file. Real brochures are far below. */
const MAX_UNPACKED_BYTES = 64_000_000;
/** Small slices, to detect a decompression bomb early. */
const SLICE = 16_384;
const OBJECTS_PER_TICK = 100;
const PACKED = ["ObjStm", "XRef"].map((name) => PDFName.of(name));
const FLATE = PDFName.of("FlateDecode");

/**
 * Parses a PDF completely and visits every object, including those replaced by a later one with the same number: programs differ in which
 * one they use. Throws for unreadable files.
 */
export class WatchedParser extends PDFParser {
  readonly #onObject: (object: PDFObject) => void;
  #unpackedBytes = 0;

  constructor(bytes: Uint8Array, onObject: (object: PDFObject) => void) {
    super(bytes, OBJECTS_PER_TICK, true);
    this.#onObject = onObject;
    const { context } = this;
    const assign = context.assign.bind(context);
    context.assign = (reference, object) => {
      this.#onObject(object);
      assign(reference, object);
    };
  }

  /** Object streams are unpacked as soon as they are read: check the limit first. */
  override parseObject(ref: PDFRef): PDFObject {
    const object = super.parseObject(ref);
    if (object instanceof PDFRawStream && PACKED.includes(object.dict.lookup(PDFName.of("Type")) as PDFName))
      this.#unpack(object);
    return object;
  }

  #unpack({ dict, contents }: PDFRawStream): void {
    const given = dict.lookup(PDFName.of("Filter")) ?? PDFNull;
    const filters = given instanceof PDFArray ? given.asArray() : given === PDFNull ? [] : [given];
    if (filters.length === 0) return;
    if (filters.length > 1 || filters[0] !== FLATE) throw new Error("Objects are packed in an unusual way.");
    const unpacking = new Unzlib((chunk) => {
      this.#unpackedBytes += chunk.length;
    });
    for (let at = 0; at < contents.length; at += SLICE) {
      unpacking.push(contents.subarray(at, at + SLICE), at + SLICE >= contents.length);
      if (this.#unpackedBytes > MAX_UNPACKED_BYTES) throw new Error("The file unpacks to too many bytes.");
    }
  }
}
