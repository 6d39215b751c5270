/** Resolves with the work's outcome, or with "late" after the timeout; the work continues either way. */
export function waitAtMost<Result>({ work, ms }: { work: Promise<Result>; ms: number }): Promise<Result | "late"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
