import { subOrderTaxes } from '#domain/checkout/sub-order-taxes.js';
import { atSaleValue, type GstTreatment, isTreated, withGstRate } from '#domain/tax/gst-rate.js';
import { isGst } from '#domain/tax/gst-type.js';
import type { InvoiceSource, RateFall } from './build-snapshot.js';
import type { LineTax } from './gst-split.js';
import { sumOf } from './sum-of.js';

/** A refund that took pieces out of the order before they were sent. */
export interface CancelledPiecesRefund {
  refundId: string;
  lines: {
    lineId: string;
    quantity: number;
    /** Subunits that the buyer got back, and what the platform took back of its discount. */
    amount: number;
    platformDiscount: number;
    taxes: LineTax[] | null;
  }[];
}

/** The source as orders have it, with what became of it until its invoice. */
export interface OrderedSource extends Omit<InvoiceSource, 'lines' | 'omittedRefunds' | 'rateFall'> {
  lines: (InvoiceSource['lines'][number] & {
    lineId: string;
    cancelledQuantity: number;
    /** What the table of rates says on the day of the supply; null where the product has its own rate, or the table has none. */
    decided: GstTreatment | null;
  })[];
  /** Refunds with pieces, oldest first. */
  pieceRefunds: CancelledPiecesRefund[];
}

/**
 * What an invoice covers: the pieces that are not cancelled when it is issued, taxed at the rates of the day of supply (CGST Act 2017,
 * sections 14 and 31(1)). The buyer's total of these pieces never changes: another rate is inside it.
 */
export function invoicedSource(source: OrderedSource): InvoiceSource {
  return decideRates(withoutCancelled(source));
}

/** Takes out cancelled pieces at exactly what was refunded for them. */
function withoutCancelled(source: OrderedSource): OrderedSource & { omittedRefunds: string[] } {
  const left = new Map(source.lines.map(({ lineId, cancelledQuantity }) => [lineId, cancelledQuantity]));
  const omitted = source.pieceRefunds.filter(({ lines }) => {
    const pieces = lines.filter(({ quantity }) => quantity > 0);
    // A refund of pieces that were sent, or an amount besides, is credited by a note.
    const isCancelled =
      pieces.length === lines.length &&
      lines.every(({ lineId, quantity, taxes }) => taxes !== null && quantity <= (left.get(lineId) ?? 0));
    if (isCancelled)
      for (const { lineId, quantity } of pieces) left.set(lineId, (left.get(lineId) ?? 0) - quantity);
    return isCancelled;
  });
  const shares = omitted.flatMap(({ lines }) => lines);
  const lines = source.lines.map((line) => {
    const own = shares.filter(({ lineId }) => lineId === line.lineId);
    if (own.length === 0) return line;
    const taxes = line.taxes.map((tax, index) => ({
      ...tax,
      amount: tax.amount - sumOf(own, (share) => share.taxes?.[index]?.amount ?? 0),
    }));
    const quantity = line.quantity - sumOf(own, (share) => share.quantity);
    const total = totalOf(line, source) - sumOf(own, (share) => share.amount + share.platformDiscount);
    return priced({ ...line, quantity, lineSubtotal: line.unitPrice * quantity, taxes }, total, source);
  });
  const platformDiscount = (source.platformDiscount ?? 0) - sumOf(shares, (share) => share.platformDiscount);
  return {
    ...source,
    ...sumsOf(lines, platformDiscount),
    lines,
    platformDiscount,
    total: source.total - sumOf(shares, ({ amount }) => amount),
    omittedRefunds: omitted.map(({ refundId }) => refundId),
  };
}

type Line = OrderedSource['lines'][number];

/** What the buyer, and the platform beside it, pays for a line, taxes included. */
function totalOf(
  { lineSubtotal, discountTotal, taxes }: Pick<Line, 'lineSubtotal' | 'discountTotal' | 'taxes'>,
  { pricesIncludeTax }: Pick<InvoiceSource, 'pricesIncludeTax'>,
): number {
  return lineSubtotal - discountTotal + (pricesIncludeTax ? 0 : taxOf(taxes));
}

/** A line at a total; what its price does not say of it is a discount. */
function priced(
  line: Line,
  total: number,
  { pricesIncludeTax }: Pick<InvoiceSource, 'pricesIncludeTax'>,
): Line {
  const net = pricesIncludeTax ? total : total - taxOf(line.taxes);
  return { ...line, discountTotal: line.lineSubtotal - net };
}

function sumsOf(lines: readonly Line[], platformDiscount: number) {
  return {
    subtotal: sumOf(lines, (line) => line.lineSubtotal),
    discountTotal: sumOf(lines, (line) => line.discountTotal) + platformDiscount,
    taxTotal: sumOf(lines, ({ taxes, shippingTaxes }) => taxOf(taxes) + taxOf(shippingTaxes)),
  };
}

function taxOf(taxes: readonly LineTax[]): number {
  return sumOf(taxes, ({ amount }) => amount);
}

/** Puts the rates of the day of supply inside the totals of the lines that were ordered at another. */
function decideRates(source: OrderedSource & { omittedRefunds: string[] }): InvoiceSource {
  const { pricesIncludeTax, platformDiscount = 0 } = source;
  const decided = source.lines.map((line) => {
    const rules = decidedRules(line, source);
    return rules === null ? null : { line, rules };
  });
  if (decided.every((line) => line === null)) return source;
  const items = decided.flatMap((change) =>
    change === null
      ? []
      : [
          { amount: totalOf(change.line, source), rules: change.rules },
          { amount: shippingOf(change.line, source), rules: change.rules },
        ],
  );
  const taxes = subOrderTaxes(items, true);
  let at = 0;
  const rateFall: RateFall[] = [];
  const lines = source.lines.map((line, index) => {
    if (!decided[index]) return line;
    const [own = [], ofShipping = []] = [taxes[at], taxes[at + 1]];
    at += 2;
    const shipping = shippingOf(line, source);
    const changed = {
      ...line,
      taxes: own,
      shippingTaxes: line.shippingShare > 0 ? ofShipping : [],
      shippingShare: pricesIncludeTax || line.shippingShare === 0 ? shipping : shipping - taxOf(ofShipping),
      gstExempt: line.decided?.gstExempt ?? false,
      retaxed: true,
    };
    const fall = fallOf(line, changed, source);
    if (fall > 0) rateFall.push({ lineId: line.lineId, amount: fall });
    return priced(changed, totalOf(line, source), source);
  });
  const shares = sumOf(lines, ({ shippingShare }) => shippingShare);
  return {
    ...source,
    ...sumsOf(lines, platformDiscount),
    lines,
    ...(rateFall.length > 0 ? { rateFall } : {}),
    // Shipping without tax has no shares, and stays.
    shippingTotal: shares > 0 ? shares : source.shippingTotal,
  };
}

/** What the buyer of a line pays too much after a fall of its rate: the tax that its value, as it was ordered, carries no more. */
function fallOf(line: Line, changed: Line, source: OrderedSource): number {
  const totals = [totalOf(line, source), shippingOf(line, source)];
  const values = [
    (totals[0] ?? 0) - taxOf(line.taxes),
    (totals[1] ?? 0) - (line.shippingShare > 0 ? taxOf(line.shippingTaxes) : 0),
  ];
  const rules = changed.taxes.map(({ type, rate }) => ({ type, rate }));
  const due = subOrderTaxes(
    values.map((amount) => ({ amount, rules })),
    false,
  );
  return sumOf(totals, (total) => total) - sumOf(values, (value) => value) - sumOf(due, taxOf);
}

/** What is paid for the shipping that is taxed with a line, taxes included. */
function shippingOf(
  { shippingShare, shippingTaxes }: Line,
  { pricesIncludeTax }: Pick<InvoiceSource, 'pricesIncludeTax'>,
): number {
  return shippingShare + (pricesIncludeTax ? 0 : taxOf(shippingTaxes));
}

/** The rules of a line by the rate of the day of its supply; null where it was ordered at that, or without GST at all. */
function decidedRules(line: Line, { pricesIncludeTax }: OrderedSource) {
  const { decided, taxes, quantity } = line;
  // A seller that charged no GST, for want of a registration or by its own list, charges none.
  if (decided === null || !isTreated(decided) || quantity === 0 || !taxes.some(({ type }) => isGst(type)))
    return null;
  const rules = taxes.map(({ type, rate }) => ({ type, rate }));
  const net = line.lineSubtotal - line.discountTotal;
  const others = sumOf(rules, ({ type, rate }) => (isGst(type) ? 0 : rate));
  const gst = atSaleValue(decided, { amount: net, quantity }, pricesIncludeTax ? others : null);
  const next = withGstRate(rules, gst, { ownList: true });
  const same =
    next.length === rules.length &&
    next.every(({ type, rate }, index) => type === rules[index]?.type && rate === rules[index].rate);
  return same ? null : next;
}
