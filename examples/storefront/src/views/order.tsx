import { useEffect, useRef } from 'react';
import type { DataOf } from 'haat-client';
import type { Problem } from '../server/visit.js';
import { AddressText } from './address-form.js';
import { LineDiscounts, Totals } from './cart.js';
import { Act, day, Field, Icon, money, Notice, Picture, ProblemNotice } from './kit.js';
import { Timeline } from './order-timeline.js';
import { dayIn, Parcels, piecesOf } from './parcels.js';
import { Reordered, type ReorderedLine } from './reordered.js';

export type Order = DataOf<'getStoreOrdersByOrderId'>;
export type Part = Order['vendors'][number];
export type Scan = Pick<
  DataOf<'getStoreShippingOrdersByOrderVendorIdTracking'>[number],
  'id' | 'normalizedStatus' | 'receivedAt'
>;
type Return = DataOf<'getStoreOrdersByOrderIdVendorsByOrderVendorIdReturnRequests'>[number];

export interface OrderProps {
  order: Order;
  timeZone: string;
  invoice: DataOf<'getStoreOrdersByOrderIdInvoiceStatus'>['status'] | null;
  scans: Record<string, Scan[]>;
  returns: Return[];
  /** Whether the store has store credit, so that a refund can go there. */
  takesCredit: boolean;
  creditNotes: { id: string; creditNoteNumber: string; amount: number; issuedAt: string }[];
  isNew: boolean;
  /** What became of its items, which were just put into the cart again. */
  reordered: ReorderedLine[] | null;
  /** A review of one of its products was just sent. */
  reviewed: boolean;
  /** The form that was refused, as its path ends. */
  form: string | null;
  /** Found by its number and address, without a session. */
  lookup: { orderNumber: string; email: string } | null;
  problem: Problem | null;
}

const statusWords: Record<Order['status'], string> = {
  pending_payment: 'Waiting for the payment',
  confirmed: 'Confirmed',
  partially_fulfilled: 'Partly sent',
  fulfilled: 'Sent',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

/** How often the page asks whether a payment has arrived: at first, and after a minute. */
const POLL_MS = 2_000;
const SLOW_POLL_MS = 10_000;
const FAST_POLLS = 30;

/** Asks for the newest props of this part: the script of the page listens. */
const refresh = (element: Element | null) =>
  element?.dispatchEvent(new CustomEvent('shop:refresh', { bubbles: true }));

/** Everything about an order. It watches by itself for the payment and for the invoice. */
export function OrderView(props: OrderProps) {
  const { order, timeZone, invoice, lookup, isNew, reviewed, reordered, problem } = props;
  const root = useRef<HTMLDivElement>(null);
  const { id, status } = order;
  // A declined attempt is no end: the next one may be on its way. Neither is a payment whose order is not confirmed yet.
  const waits = status === 'pending_payment' && !lookup;

  useEffect(() => {
    if (!waits) return;
    let asked = 0;
    let timer: ReturnType<typeof setTimeout>;
    const ask = () => {
      clearTimeout(timer);
      // Who pays in another app comes back to this page: it asks at once when it is seen again.
      if (document.hidden) return;
      asked += 1;
      refresh(root.current);
      wait();
    };
    const wait = () => (timer = setTimeout(ask, asked < FAST_POLLS ? POLL_MS : SLOW_POLL_MS));
    wait();
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [waits]);

  useEffect(() => {
    if (lookup || invoice !== 'pending') return;
    const stream = new EventSource(`/orders/${id}/invoice/stream`);
    stream.onmessage = ({ data }) => {
      if ((JSON.parse(String(data)) as { status: string }).status === 'pending') return;
      stream.close();
      refresh(root.current);
    };
    return () => stream.close();
  }, [id, invoice, lookup]);

  const partlySent = order.vendors.some((vendor) => piecesOf(vendor).sent > 0);
  const cancellable = !lookup && ['pending_payment', 'confirmed'].includes(status);
  return (
    <div ref={root} className="order">
      <ProblemNotice problem={problem} />
      {isNew && status !== 'cancelled' && (
        <Notice tone="good">Thank you. A confirmation is on its way to {order.email}.</Notice>
      )}
      {reviewed && <Notice tone="good">Thank you. Your review appears once the store has read it.</Notice>}
      {reordered && <Reordered lines={reordered} currency={order.currency} />}
      <p className="order-status" role="status">
        <strong>{statusWords[status]}</strong>
        <span className="quiet"> · ordered {day(order.placedAt, timeZone)}</span>
      </p>
      {status === 'pending_payment' && <Pay order={order} lookup={lookup !== null} />}
      <div className="cart">
        <div>
          {order.vendors.map((vendor) => (
            <Parcel key={vendor.id} {...props} part={vendor} />
          ))}
        </div>
        <aside className="summary" aria-label="Summary">
          <Totals
            cart={{
              totals: {
                ...order,
                itemCount: order.vendors
                  .flatMap(({ lines }) => lines)
                  .reduce((sum, { quantity }) => sum + quantity, 0),
              },
              currency: order.currency,
              pricesIncludeTax: order.pricesIncludeTax,
            }}
          />
          {order.storeCredit !== undefined && (
            <p>Paid with store credit: {money(order.storeCredit, order.currency)}</p>
          )}
          {order.refundedTotal > 0 && <p>Refunded: {money(order.refundedTotal, order.currency)}</p>}
          <Invoice {...props} />
          <div className="sent-to">
            <AddressText address={order.shippingAddress} />
          </div>
          {!lookup && status !== 'pending_payment' && (
            <Act
              action={`/orders/${id}/reorder`}
              quiet={!['fulfilled', 'delivered', 'cancelled'].includes(status)}
            >
              Order again
            </Act>
          )}
          {cancellable && (
            <details className="cancel">
              <summary>Cancel the order</summary>
              <p className="quiet">
                {partlySent
                  ? 'What has not been sent yet is not sent, and its price is refunded.'
                  : 'Nothing is sent, and what you have paid is refunded.'}{' '}
                This cannot be undone.
              </p>
              <form method="post" action={`/orders/${id}/cancel`} className="fields">
                {order.paidAt && choosesRefund(props) && <RefundTo />}
                <button className="link">Yes, cancel {order.orderNumber}</button>
              </form>
            </details>
          )}
        </aside>
      </div>
    </div>
  );
}

const Pay = ({ order, lookup }: { order: Order; lookup: boolean }) => (
  <div className="notice notice-info">
    <p>
      {order.paymentStatus === 'failed' ? 'The last payment was declined. ' : 'No payment has arrived yet. '}
      {order.expiresAt && 'Your items are reserved for a while. '}
      {!lookup && 'If you have just paid, this page shows it in a moment.'}
    </p>
    {!lookup && (
      <Act action={`/orders/${order.id}/pay`}>
        Pay {money(order.grandTotal - (order.storeCredit ?? 0), order.currency)}
      </Act>
    )}
  </div>
);

function Invoice({ order, invoice, creditNotes, lookup }: OrderProps) {
  if (lookup)
    return order.status === 'pending_payment' ? null : (
      <Act action="/orders/lookup/invoice.pdf" orderNumber={lookup.orderNumber} email={lookup.email} quiet>
        Download the invoice
      </Act>
    );
  return (
    <div className="papers" aria-live="polite">
      {invoice === 'ready' && (
        <a href={`/orders/${order.id}/invoice.pdf`}>
          <Icon name="paper" /> Invoice
        </a>
      )}
      {invoice === 'pending' && (
        <p className="quiet working">
          <Icon name="paper" /> The invoice is being written…
        </p>
      )}
      {(invoice === 'none' || invoice === 'failed') &&
        !['pending_payment', 'cancelled'].includes(order.status) && (
          <Act action={`/orders/${order.id}/invoice`} quiet>
            {invoice === 'failed' ? 'The invoice failed. Try again' : 'Have the invoice written'}
          </Act>
        )}
      {creditNotes.map((note) => (
        <a key={note.id} href={`/orders/${order.id}/credit-notes/${note.id}.pdf`}>
          <Icon name="paper" /> Credit note {note.creditNoteNumber}
        </a>
      ))}
    </div>
  );
}

function Parcel(props: OrderProps & { part: Part }) {
  const { order, part, timeZone, scans, returns, lookup, form, problem } = props;
  const { shipment } = part;
  const own = returns.filter(({ orderVendorId }) => orderVendorId === part.id);
  const returnable = part.lines
    .map((line) => ({
      ...line,
      left:
        line.quantity -
        (line.cancelledQuantity ?? 0) -
        Math.max(line.returnedQuantity, returnedOf(line.id, own)),
    }))
    .filter(({ left }) => left > 0);
  return (
    <section className="group" aria-label={`From ${part.vendorName}`}>
      <h2>{part.vendorName}</h2>
      <Timeline order={order} part={part} scans={scans[part.id] ?? []} timeZone={timeZone} />
      {part.status === 'fulfilled' && shipment?.expectedOn && !part.parcels && (
        <p>Expected by {dayIn(shipment.expectedOn)}</p>
      )}
      <Parcels part={part} />
      {shipment?.awb && !part.parcels && part.status !== 'cancelled' && (
        <p className="quiet">
          Parcel {shipment.awb}
          {shipment.trackingUrl && (
            <>
              {' · '}
              <a href={shipment.trackingUrl} rel="noopener">
                Track it at the courier
              </a>
            </>
          )}
        </p>
      )}
      <ul>
        {part.lines.map((line) => (
          <li key={line.id} className="line">
            <Picture src={line.thumbnail} alt="" size={160} />
            <div className="line-text">
              <h3>{line.title}</h3>
              {line.variantTitle && <p className="quiet">{line.variantTitle}</p>}
              <p className="quiet">
                {line.quantity} × {money(line.unitPrice, order.currency)}
                {line.sentQuantity !== undefined && ` · ${line.sentQuantity} sent`}
                {(line.cancelledQuantity ?? 0) > 0 && ` · ${line.cancelledQuantity} cancelled`}
                {line.returnedQuantity > 0 && ` · ${line.returnedQuantity} returned`}
              </p>
              <LineDiscounts discounts={line.discounts} currency={order.currency} />
            </div>
            <p className="line-total">{money(line.subtotal, order.currency)}</p>
          </li>
        ))}
      </ul>
      {own.filter(isShown).map((request) => (
        <Notice key={request.id}>
          {request.parcelId ? 'Sent back by the courier:' : 'Return of'}{' '}
          {request.lines.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')}:{' '}
          {(request.parcelId && broughtBackWords[request.status]) || request.status}
          {request.note && `. ${request.note}`}
        </Notice>
      ))}
      {part.status === 'delivered' && returnable.length > 0 && (
        <details className="fold" open={form === 'returns'}>
          <summary>Send something back</summary>
          <form
            method="post"
            action={lookup ? '/orders/lookup/returns' : `/orders/${order.id}/returns`}
            className="fields"
          >
            <input type="hidden" name="orderVendorId" value={part.id} />
            {lookup && <input type="hidden" name="orderNumber" value={lookup.orderNumber} />}
            {lookup && <input type="hidden" name="email" value={lookup.email} />}
            {returnable.map((line) => (
              <label key={line.id} className="inline">
                <span>{line.title}</span>
                <select name={`line.${line.id}`} defaultValue="0" aria-label={`How many of ${line.title}`}>
                  {Array.from({ length: line.left + 1 }, (_, index) => (
                    <option key={index}>{index}</option>
                  ))}
                </select>
              </label>
            ))}
            <Field
              name="reason"
              label="What is wrong with it?"
              required
              rows={2}
              maxLength={500}
              error={problem?.fields['reason']}
            />
            {choosesRefund(props) && <RefundTo />}
            <button className="button button-quiet">Request the return</button>
          </form>
        </details>
      )}
      {part.status === 'delivered' && !lookup && <Review {...props} />}
    </section>
  );
}

/** Of a parcel that could not be delivered. */
const broughtBackWords: Partial<Record<Return['status'], string>> = {
  approved: 'on its way to the seller',
  received: 'back at the seller',
};

/** Pieces of a line that come back, or did. */
function returnedOf(lineId: string, returns: readonly Return[]): number {
  return returns
    .filter(({ status }) => status !== 'rejected' && status !== 'cancelled')
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + (line.lineId === lineId ? line.quantity : 0), 0);
}

/** A parcel that was to go back and has arrived after all is no return. */
const isShown = ({ parcelId, status }: Return) => !parcelId || status !== 'cancelled';

/** For those who have received it. A guest's review has no name. */
function Review({ order, part, form, problem }: OrderProps & { part: Part }) {
  const products = [...new Map(part.lines.map(({ productId, title }) => [productId, title]))];
  return (
    <details className="fold" open={form === 'reviews'}>
      <summary>Write a review</summary>
      <form method="post" action={`/orders/${order.id}/reviews`} className="fields">
        {products.length > 1 ? (
          <Field
            name="productId"
            label="Product"
            required
            options={products.map(([value, label]) => ({ value, label }))}
          />
        ) : (
          <input type="hidden" name="productId" value={products[0]?.[0]} />
        )}
        <fieldset className="rate">
          <legend>Your rating</legend>
          {[5, 4, 3, 2, 1].map((stars) => (
            <label key={stars}>
              <input type="radio" name="rating" value={stars} required />
              <span className="stars-row" aria-hidden="true">
                {'★'.repeat(stars)}
              </span>
              <span className="unseen">
                {stars} {stars === 1 ? 'star' : 'stars'}
              </span>
            </label>
          ))}
        </fieldset>
        <Field name="title" label="In a few words" maxLength={255} error={problem?.fields['title']} />
        <Field name="text" label="Your review" rows={4} maxLength={5_000} error={problem?.fields['text']} />
        <button className="button button-quiet">Send the review</button>
      </form>
    </details>
  );
}

/** Store credit is a choice only where something else paid as well. */
const choosesRefund = ({ order, takesCredit }: OrderProps) =>
  takesCredit && (order.storeCredit ?? 0) < order.grandTotal;

/** Where a buyer wants a refund. */
const RefundTo = () => (
  <Field
    name="refundTo"
    label="Refund to"
    value="original"
    required
    options={[
      { value: 'original', label: 'The way I paid' },
      { value: 'store_credit', label: 'My store credit, at once' },
    ]}
  />
);
