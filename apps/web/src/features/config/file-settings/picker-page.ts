/* Pickers of Google and Microsoft run in a separate page inside a frame, whose content security policy names their host (decision 0107). */

/** The browser, an extension or the network keeps the picker from running. */
export class PickerBlocked extends Error {
  override readonly name = "PickerBlocked";
}

const PICKER_WITHIN_MS = 20_000;

export const pickerPageUrl = (address: string): string =>
  `/config/file-settings/picker?${new URLSearchParams({ at: new URL(address).origin }).toString()}`;

/** The picker's kind and place. */
export interface PickerPlace {
  /** The window of the loaded `pickerPageUrl`. */
  readonly inside: Window;
  /** A file is chosen, not a folder. */
  readonly isFile: boolean;
  /** Aborted when the user leaves. */
  readonly signal: AbortSignal;
}

/** The chosen id, as the product writes ids; undefined for none. */
export type Picked = string | undefined;

/** Rejects with PickerBlocked if `begin` calls neither of its functions in time, or if the user has left. */
export function waitInTime<Result>(
  signal: AbortSignal,
  begin: (resolve: (result: Result) => void, reject: (error: Error) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const blocked = (): void => reject(new PickerBlocked());
    const timer = setTimeout(blocked, PICKER_WITHIN_MS);
    signal.addEventListener("abort", blocked, { once: true });
    const end = (): void => clearTimeout(timer);
    begin(
      (result) => {
        end();
        resolve(result);
      },
      (error) => {
        end();
        reject(error);
      },
    );
  });
}
