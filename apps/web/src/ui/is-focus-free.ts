/** Whether nothing has the focus: what had it is gone, and nobody has gone on to anything else. */
export const isFocusFree = (): boolean => document.activeElement === null || document.activeElement === document.body;
