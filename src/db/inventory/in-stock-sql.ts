/** Whether a piece can be sold: the stock level has one free, counts none, or allows backorders. @param level its alias */
export function inStockSql(level: string): string {
  return `(not ${level}.track_inventory or ${level}.allow_backorder or ${level}.on_hand > ${level}.reserved)`;
}
