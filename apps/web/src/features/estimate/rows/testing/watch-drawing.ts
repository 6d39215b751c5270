/* Counts React's renders through its developer tools hook. Must be imported before React. */

interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** React's flag for a component whose function ran in this commit. */
const PERFORMED_WORK = 1;
let drawn: string[] = [];

function nameOf({ type }: Fiber): string {
  const inner = typeof type === "object" && type !== null && "type" in type ? type.type : type;
  return typeof inner === "function" ? inner.name : "";
}

function collectDrawn(fiber: Fiber | null): void {
  for (let at = fiber; at; at = at.sibling) {
    if ((at.flags & PERFORMED_WORK) !== 0 && nameOf(at) !== "") drawn.push(nameOf(at));
    // Subtrees that were not visited are the same objects as before.
    if (at.alternate === null || at.child !== at.alternate.child) collectDrawn(at.child);
  }
}

Object.assign(window, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    isDisabled: false,
    inject: () => 1,
    onCommitFiberRoot: (_id: number, root: { current: Fiber }) => collectDrawn(root.current),
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  },
});

/** The names of the components rendered since the last call. */
export function takeDrawn(): string[] {
  const taken = drawn;
  drawn = [];
  return taken;
}
