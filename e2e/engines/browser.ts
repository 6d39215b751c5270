/* The browser operations of a walk. Each engine implements them; the walk is written once. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Key = "Enter" | "Tab" | "Escape" | "Backspace" | "ArrowDown";

export interface Tab {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs a function in the page and waits for its result. It gets only its arguments, which are sent as JSON. */
  evaluate<Arguments extends readonly unknown[], Result>(
    script: (...args: Arguments) => Result | Promise<Result>,
    ...args: Arguments
  ): Promise<Result>;
  /** Presses at a point of the viewport with a real pointer. */
  press(at: Point): Promise<void>;
  /** Presses at the first point, moves over the others and releases at the last. */
  drag(path: readonly Point[]): Promise<void>;
  /** Types into the focused element, key by key. */
  type(text: string): Promise<void>;
  pressKey(key: Key): Promise<void>;
  /** Gives files of this machine to the file input of a name, without the system's dialog, which cannot be driven. */
  chooseFiles(name: string, files: readonly string[]): Promise<void>;
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /** Sets the viewport's size. */
  resize(size: Size): Promise<void>;
}

export interface Browser {
  readonly tab: Tab;
  /** Errors that pages threw or logged; empty if the engine does not report them (Firefox). */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export interface BrowserOptions {
  readonly size: Size;
  /** Keeps storage in this folder, so that a later browser with the same folder has it. */
  readonly profileFolder: string;
}

export const ENGINES = ["webkit", "firefox", "chromium"] as const;
export type Engine = (typeof ENGINES)[number];
