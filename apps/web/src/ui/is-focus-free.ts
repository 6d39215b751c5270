/** Whether nothing has the focus: its element is gone, and the user has not moved on to another. */
export const isFocusFree = (): boolean => document.activeElement === null || document.activeElement === document.body;
