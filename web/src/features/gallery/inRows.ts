/** The items in rows of `columns`, the last one shorter when they do not come out even. */
export function inRows<T>(items: readonly T[], columns: number): T[][] {
  const count = Math.ceil(items.length / columns);
  return Array.from({ length: count }, (_, row) => items.slice(row * columns, (row + 1) * columns));
}
