/** The names of the options of a variant in the order of the product, joined by ` / `; null for one without options. */
export function variantTitleSql(variant: string): string {
  return `(select string_agg(ov.value, ' / ' order by o.sort_order, o.id)
    from products_option_values ov join products_options o on o.id = ov.option_id
    where ov.id = any(${variant}.option_value_ids))`;
}
