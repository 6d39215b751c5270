export type DialogKind = "success" | "info" | "warning" | "error";

/** The contents of a confirm dialog. 3.§4 Confirm dialog. */
export interface ConfirmQuestion {
  /** The question itself, as a sentence. */
  title: string;
  /** The affected things. */
  message?: string;
  /** `Confirm` by default; better is the verb: "Delete window". */
  confirmText?: string;
  /** `Cancel` by default. */
  cancelText?: string;
  /** Green confirm for success and info, red for warning and error. `info` by default. */
  kind?: DialogKind;
  /** True: after confirm the dialog stays with a spinner, until `close` is called. */
  loading?: boolean;
}

export interface AlertMessage {
  title: string;
  message?: string;
  /** `OK` by default. */
  closeText?: string;
  kind?: DialogKind;
}

export interface OpenConfirm extends Required<Omit<ConfirmQuestion, "message">> {
  type: "confirm";
  id: number;
  message: string | undefined;
  /** True between confirm and `close` of a dialog that was opened with `loading`. */
  busy: boolean;
}

export interface OpenAlert extends Required<Omit<AlertMessage, "message">> {
  type: "alert";
  id: number;
  message: string | undefined;
}

export type OpenDialog = OpenConfirm | OpenAlert;

interface WaitingDialog {
  dialog: OpenDialog;
  settle: (confirmed: boolean) => void;
}

/**
 * The questions and messages that stand over every page, one at a time; a second one waits for the first. Usable
 * outside React.
 *
 *     if (await dialogs.confirm({ title: "Delete this lead?", confirmText: "Delete lead", kind: "error" })) { ... }
 *
 * With `loading: true` the promise resolves on confirm but the dialog stays busy until `close()`:
 *
 *     if (await dialogs.confirm({ title: "Log out?", loading: true })) {
 *       try { await logOut(); } finally { dialogs.close(); }
 *     }
 */
export class DialogStore {
  readonly #listeners = new Set<() => void>();
  #waiting: readonly WaitingDialog[] = [];
  #lastId = 0;

  /** Asks and resolves true on confirm, false on cancel, overlay click, Escape or close. 3.§4. */
  confirm({
    title,
    message,
    confirmText = "Confirm",
    cancelText = "Cancel",
    kind = "info",
    loading = false,
  }: ConfirmQuestion): Promise<boolean> {
    return new Promise((settle) => {
      const id = this.#nextId();
      this.#enqueue({
        dialog: { type: "confirm", id, title, message, confirmText, cancelText, kind, loading, busy: false },
        settle,
      });
    });
  }

  /** Shows a message and resolves when it was closed, in any way. */
  alert({ title, message, closeText = "OK", kind = "info" }: AlertMessage): Promise<void> {
    return new Promise((resolve) => {
      const id = this.#nextId();
      this.#enqueue({ dialog: { type: "alert", id, title, message, closeText, kind }, settle: () => resolve() });
    });
  }

  /** The user confirmed. Only the first dialog can be answered, and only once: a second click reaches no other. */
  accept(id: number): void {
    const front = this.#answerable(id);
    if (!front) return;
    if (front.dialog.type === "confirm" && front.dialog.loading) {
      this.#replace([{ ...front, dialog: { ...front.dialog, busy: true } }, ...this.#waiting.slice(1)]);
    } else {
      this.#replace(this.#waiting.slice(1));
    }
    front.settle(true);
  }

  /** The user left the dialog: cancel, overlay, Escape, close. Ignored while it is busy. */
  dismiss(id: number): void {
    const front = this.#answerable(id);
    if (!front) return;
    this.#replace(this.#waiting.slice(1));
    front.settle(false);
  }

  /** The work of a confirmed dialog with `loading` has ended. An unanswered dialog stays. */
  close(): void {
    const front = this.#waiting[0]?.dialog;
    if (front?.type === "confirm" && front.busy) this.#replace(this.#waiting.slice(1));
  }

  /** For `useSyncExternalStore`: the dialog in front. */
  readonly getSnapshot = (): OpenDialog | undefined => this.#waiting[0]?.dialog;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #answerable(id: number): WaitingDialog | undefined {
    const front = this.#waiting[0];
    const isBusy = front?.dialog.type === "confirm" && front.dialog.busy;
    return front?.dialog.id === id && !isBusy ? front : undefined;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #enqueue(waiting: WaitingDialog): void {
    this.#replace([...this.#waiting, waiting]);
  }

  #replace(waiting: readonly WaitingDialog[]): void {
    this.#waiting = waiting;
    for (const listener of this.#listeners) listener();
  }
}
