/**
 * An object whose code is loaded by the first call of one of its methods, and again by the next call if that failed.
 *
 * @param methods all of its methods: their names must be known before the code is
 */
export function loadedLater<Part extends { [Name in keyof Part]: (...args: never[]) => Promise<unknown> }>(
  load: () => Promise<Part>,
  methods: Record<keyof Part, true>,
): Part {
  let loading: Promise<Part> | undefined;
  const loaded = (): Promise<Part> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const callLater =
    (name: keyof Part) =>
    async (...args: never[]) =>
      await (await loaded())[name](...args);
  return Object.fromEntries(Object.keys(methods).map((name) => [name, callLater(name as keyof Part)])) as Part;
}
