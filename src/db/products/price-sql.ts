/**
 * The special price of a variant while its window is open, else null: the rule of `currentPrice` for the database.
 * @param variant alias of the variant
 * @param at the instant, an expression
 */
export function activeSpecialPriceSql(variant: string, at: string): string {
  return `case when ${variant}.price is not null and coalesce(${variant}.special_price_start <= ${at}, true)
    and coalesce(${at} < ${variant}.special_price_end, true) then ${variant}.special_price end`;
}

/** What a piece of a variant costs at an instant, in subunits; null without a price. */
export function currentPriceSql(variant: string, at: string): string {
  return `coalesce(${activeSpecialPriceSql(variant, at)}, ${variant}.price)`;
}
