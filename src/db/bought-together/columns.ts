import { boolean, day, decimal, integer, text, uuid } from '#domain/_shared/columns.js';
import { miningStateColumns } from '#domain/bought-together/mining-rules.js';

/** The columns of the tables of this feature. */
export const boughtTogetherTables = {
  bought_together_counts: { miningId: text, productId: uuid, otherId: uuid, orders: integer },
  bought_together_pairs: { productId: uuid, otherId: uuid, confidence: decimal, orders: integer },
  bought_together_slices: { miningId: text, day: day, orders: integer },
  bought_together_state: { ...miningStateColumns, id: boolean },
};
