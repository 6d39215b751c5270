/** A named answer of a twin. */
export interface TwinCase {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type TwinReply<Name extends string> =
  | { readonly named: Name }
  | {
      readonly json: unknown;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** The case that this is one of. */
      readonly isA?: Name | undefined;
    }
  | { readonly bytes: Buffer }
  /** For people, or a script. */
  | { readonly text: string; readonly contentType: string };
