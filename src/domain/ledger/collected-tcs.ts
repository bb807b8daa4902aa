/**
 * What a sale or refund changes on the tax collected at source. The tax is owed on the net taxable value of a seller's
 * month (CGST Act, section 52), and a month in which refunds exceed sales owes nothing: it reduces no other month.
 * @param monthAfter what the month has accrued, this sale or refund included; negative where refunds exceed sales
 * @param accrued of this sale or, negative, refund
 */
export function collectedTcs(monthAfter: number, accrued: number): number {
  return Math.max(monthAfter, 0) - Math.max(monthAfter - accrued, 0);
}
