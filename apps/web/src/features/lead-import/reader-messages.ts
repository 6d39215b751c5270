import type { StagedLead } from "@ridgebook/contract";
import type { Sheets } from "./unreadable-file.ts";
import type { ImportChoices } from "./import-choices.ts";
import type { Context, ReadFile } from "./import-reader.ts";

/** A request of the page to the worker; `id` matches the answer. */
export type ReaderRequest = { readonly id: number } & (
  | { readonly kind: "open"; readonly bytes: Uint8Array<ArrayBuffer>; readonly sheet: string | undefined }
  | { readonly kind: "read"; readonly choices: ImportChoices; readonly context: Context }
  | { readonly kind: "batch"; readonly index: number }
);

/** `refusal` is the message of an UnreadableFile, `failure` a defect. */
export type ReaderReply = { readonly id: number } & (
  | { readonly value: ReadFile | readonly StagedLead[] | undefined }
  | { readonly refusal: string; readonly sheets: Sheets | undefined }
  | { readonly failure: string }
);
