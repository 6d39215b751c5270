/** The sheets of a workbook, and the one that cannot be imported. */
export interface Sheets {
  readonly names: readonly string[];
  readonly shown: string;
}

/** A file that cannot be imported; the message says why, and what to do, for its owner. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  /** If another sheet of the workbook may work. */
  readonly sheets: Sheets | undefined;

  constructor(message: string, sheets?: Sheets) {
    super(message);
    this.sheets = sheets;
  }
}
