/* Pickers of Google and Microsoft run in a page of their own inside a frame, whose content security policy names their host (decision 0107). */

/** The browser, an extension or the network keeps the picker from running. */
export class PickerBlocked extends Error {
  override readonly name = "PickerBlocked";
}

const PICKER_WITHIN_MS = 20_000;

export const pickerPageUrl = (address: string): string =>
  `/config/file-settings/picker?${new URLSearchParams({ at: new URL(address).origin }).toString()}`;

/** What a picker shows, and where. */
export interface PickerPlace {
  /** Of the loaded page of `pickerPageUrl`. */
  readonly inside: Window;
  /** A file is chosen, instead of a folder. */
  readonly isFile: boolean;
  /** Aborted when the person leaves. */
  readonly signal: AbortSignal;
}

/** The id of what was chosen, as the product writes ids; undefined for nothing. */
export type Picked = string | undefined;

/** Rejects with PickerBlocked where `begin` calls neither of its functions in time, and where the person has left. */
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
