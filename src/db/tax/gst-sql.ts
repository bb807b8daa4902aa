/** The day in India, evaluated once in a statement. */
export const TAX_DAY = '(select tax_day())';

/**
 * What the table of operators says on a day of an HSN code (`GstTreatment` as JSON, null where it says nothing): the row of its
 * longest prefix that holds.
 * @param code an expression; what is not a digit in it is left out @param day an expression of type date
 */
export function hsnRateSql(code: string, day: string = TAX_DAY): string {
  const digits = `regexp_replace(${code}, '[^0-9]', '', 'g')`;
  const prefixes = [8, 7, 6, 5, 4, 3, 2].map((length) => `left(${digits}, ${length})`).join(', ');
  return `(select jsonb_build_object('gstRate', h.gst_rate, 'gstExempt', h.gst_exempt, 'cessRate', h.cess_rate,
        'slab', case when h.slab_limit is not null then jsonb_build_object('limit', h.slab_limit, 'unit', h.slab_unit, 'rateAbove', h.gst_rate_above) end)
      from tax_rates h
      where h.hsn_prefix in (${prefixes}) and h.valid_from <= ${day} and (h.valid_until is null or h.valid_until >= ${day})
      order by length(h.hsn_prefix) desc limit 1)`;
}

/** Whether a variant or its product says its GST by itself. */
export const saysGstSql = (alias: string) => `(${alias}.gst_exempt or ${alias}.gst_rate is not null)`;

/**
 * What GST a variant has (`GstTreatment` as JSON, null where nothing is said): its own rate, that of its product, else that of the
 * longest prefix of its HSN code in the table of operators.
 * @param variant alias of `products_variants`
 * @param product alias of `products`
 */
export function gstSql(variant: string, product: string): string {
  const own = (alias: string) =>
    `when ${saysGstSql(alias)} then jsonb_build_object('gstRate', ${alias}.gst_rate, 'gstExempt', ${alias}.gst_exempt)`;
  return `(case
    ${own(variant)}
    ${own(product)}
    when ${variant}.hsn_code is not null then ${hsnRateSql(`${variant}.hsn_code`)}
    end)`;
}
