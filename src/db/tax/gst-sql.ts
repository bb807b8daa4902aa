/**
 * What GST a variant has (`GstTreatment` as JSON, null where nothing is said): its own rate, that of its product, else that of the
 * longest prefix of its HSN code in the table of operators.
 * @param variant alias of `products_variants`
 * @param product alias of `products`
 */
export function gstSql(variant: string, product: string): string {
  const code = `regexp_replace(${variant}.hsn_code, '[^0-9]', '', 'g')`;
  const prefixes = [8, 7, 6, 5, 4, 3, 2].map((length) => `left(${code}, ${length})`).join(', ');
  return `(case
    when ${variant}.gst_exempt or ${variant}.gst_rate is not null
      then jsonb_build_object('gstRate', ${variant}.gst_rate, 'gstExempt', ${variant}.gst_exempt)
    when ${product}.gst_exempt or ${product}.gst_rate is not null
      then jsonb_build_object('gstRate', ${product}.gst_rate, 'gstExempt', ${product}.gst_exempt)
    when ${variant}.hsn_code is not null then (
      select jsonb_build_object('gstRate', h.gst_rate, 'gstExempt', h.gst_exempt) from tax_hsn_rates h
      where h.hsn_prefix in (${prefixes}) order by length(h.hsn_prefix) desc limit 1)
    end)`;
}
