/** The average of the approved ratings of a product, two decimals; 0 while there are none. */
export function ratingAverageSql(product: string): string {
  return `coalesce(round(${product}.rating_sum::numeric / nullif(${product}.rating_count, 0), 2), 0)`;
}

/** The rating of a product as buyers see it. @param product alias of the product */
export function ratingJson(product: string): string {
  return `json_build_object('average', ${ratingAverageSql(product)}, 'count', ${product}.rating_count)`;
}
