/** Whether all items differ from each other (1.§5). */
export const isUnique = (items: readonly unknown[]): boolean => new Set(items).size === items.length;
