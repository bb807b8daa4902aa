import { HOME_COUNTRY } from '#domain/_shared/address.js';

/**
 * The rule of `src/domain/invoices/gst-split.ts` for statements: central and state halves within a state, with the odd
 * subunit on the central half, integrated tax between states and for goods that leave the country.
 */
export interface GstSplitSql {
  igst: string;
  cgst: string;
  sgst: string;
}

/** @param amount the GST of one line @param within whether seller and place of supply share a state */
export function gstSplitSql(amount: string, within: string): GstSplitSql {
  // Whole numbers divide towards zero.
  const central = `((${amount} + 1) / 2)`;
  return {
    igst: `case when ${within} then 0 else ${amount} end`,
    cgst: `case when ${within} then ${central} else 0 end`,
    sgst: `case when ${within} then ${amount} - ${central} else 0 end`,
  };
}

/** The state of supply, frozen with the order; null when goods leave the country. @param o alias of `orders` */
export function placeOfSupplySql(o: string): string {
  return `${o}.place_of_supply`;
}

/** The state that a vendor sells from; its registration names it in two digits. @param v alias of `vendors` */
export function sellerStateSql(v: string): string {
  const own = `case when ${v}.address ->> 'country' = '${HOME_COUNTRY}' then ${v}.address ->> 'stateCode' end`;
  return `coalesce(${v}.state_code, ${own}, left(${v}.gstin, 2), '')`;
}

/** Whether a tax of an order line is GST. @param tax a JSON object with a `type` */
export function isGstSql(tax: string): string {
  return `upper(btrim(${tax} ->> 'type')) = 'GST'`;
}
