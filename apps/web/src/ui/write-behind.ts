/**
 * Writes values of which only the newest counts: each at once, or as soon as the write before it has ended. Values that arrive meanwhile are coalesced
 * without a delay: a closing page may not get the milliseconds of a debounce.
 *
 * @returns takes the next value; resolves when the newest value was written or its failure reported
 */
export function writeBehind<Value>({
  write,
  onFailure,
}: {
  write: (value: Value) => Promise<void>;
  onFailure: (error: unknown) => void;
}): (value: Value) => Promise<void> {
  let newest: { readonly value: Value } | undefined;
  let running: Promise<void> | undefined;

  const writeAll = async (): Promise<void> => {
    while (newest) {
      const { value } = newest;
      newest = undefined;
      try {
        await write(value);
      } catch (error) {
        onFailure(error);
      }
    }
    running = undefined;
  };
  return (value) => {
    newest = { value };
    running ??= writeAll();
    return running;
  };
}
