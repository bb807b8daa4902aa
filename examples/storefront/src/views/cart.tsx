import type { DataOf } from 'haat-client';
import type { Cart, Problem } from '../server/visit.js';
import { Act, Icon, money, Notice, Picture, Price, ProblemNotice } from './kit.js';

export interface CartProps {
  cart: Cart | null;
  suggested: DataOf<'getStoreCartsByCartIdCouponsSuggested'>;
  code: string;
  problem: Problem | null;
  /** A gift went with the change that was just made. */
  giftGone: boolean;
}

/** The cart by vendor, with what each charges, coupons, and what stands in the way of an order. */
export function CartView({ cart, suggested, code, problem, giftGone }: CartProps) {
  if (!cart || cart.lines.length === 0)
    return (
      <div className="nothing">
        <ProblemNotice problem={problem} />
        <p className="nothing-title">Your cart is empty</p>
        <p>
          <a className="button" href="/">
            Look around
          </a>
        </p>
      </div>
    );
  const { currency } = cart;
  const general = cart.warnings.filter(({ lineId, couponCode }) => lineId === null && couponCode === null);
  return (
    <div className="cart">
      <div className="cart-groups">
        <ProblemNotice problem={problem} />
        {giftGone && !general.some(({ code: kind }) => kind === 'gift_gone') && (
          <Notice>A gift that was in your cart is no longer available</Notice>
        )}
        {general.map(({ code: kind, message }) => (
          <Notice key={message} tone={kind === 'gift_gone' ? 'info' : 'bad'}>
            {message}
          </Notice>
        ))}
        <Reachable offers={cart.offers ?? []} />
        {cart.groups.map((group) => (
          <section key={group.vendorId} className="group" aria-label={`From ${group.vendorName}`}>
            <h2>{group.vendorName}</h2>
            <FreeShipping group={group} currency={currency} />
            <ul>
              {cart.lines
                .filter(({ id }) => group.lineIds.includes(id))
                .map((line) => (
                  <Line key={line.id} line={line} cart={cart} />
                ))}
            </ul>
          </section>
        ))}
      </div>
      <aside className="summary" aria-label="Summary">
        <Applied offers={cart.offers ?? []} />
        <Coupons {...{ cart, suggested, code, problem }} />
        <Totals cart={cart} />
        {cart.canPlaceOrder ? (
          <a className="button button-large button-wide" href="/checkout">
            To the checkout
          </a>
        ) : (
          <Notice tone="bad">Something above needs your attention first.</Notice>
        )}
      </aside>
    </div>
  );
}

type Offers = NonNullable<Cart['offers']>;

/** What the cart lacks for an offer, or for more of it. */
function Reachable({ offers }: { offers: Offers }) {
  const shown = offers.filter(
    ({ applied, missingAmount, missingQuantity }) =>
      !applied || missingAmount !== null || missingQuantity !== null,
  );
  if (shown.length === 0) return null;
  return (
    <ul className="offers" aria-label="Offers within reach">
      {shown.map(({ offerId, message }) => (
        <li key={offerId}>
          <Icon name="gift" /> {message}
        </li>
      ))}
    </ul>
  );
}

/** Which offers the cart has without a code. */
function Applied({ offers }: { offers: Offers }) {
  const shown = offers.filter(
    ({ applied, missingAmount, missingQuantity }) =>
      applied && missingAmount === null && missingQuantity === null,
  );
  if (shown.length === 0) return null;
  return (
    <ul className="offers" aria-label="Offers that apply">
      {shown.map(({ offerId, message }) => (
        <li key={offerId} className="offer-applied">
          <Icon name="check" /> {message}
        </li>
      ))}
    </ul>
  );
}

/** Why a line costs less than its pieces: the shares of coupons and offers that fall on it. */
export function LineDiscounts({
  discounts,
  currency,
}: {
  discounts: Cart['lines'][number]['discounts'];
  currency: string;
}) {
  return discounts
    .filter(({ amount }) => amount > 0)
    .map(({ code, name, amount }) => (
      <p key={code} className="line-discount">
        {name ?? code}: −{money(amount, currency)}
      </p>
    ));
}

function FreeShipping({ group, currency }: { group: Cart['groups'][number]; currency: string }) {
  const missing = group.freeShippingMissingSubunit;
  if (missing === null || group.subtotal === 0) return null;
  if (missing === 0 || (group.shippingTotal === 0 && group.waivedShipping === 0))
    return (
      <p className="shipping shipping-free">
        <Icon name="check" /> Free shipping
      </p>
    );
  return (
    <p className="shipping">
      <Icon name="truck" />
      <span>
        {money(missing, currency)} more and this seller ships for free
        <progress
          max={group.subtotal + missing}
          value={group.subtotal}
          aria-label="On the way to free shipping"
        />
      </span>
    </p>
  );
}

function Line({ line, cart }: { line: Cart['lines'][number]; cart: Cart }) {
  const {
    id,
    title,
    slug,
    variantTitle,
    thumbnail,
    quantity,
    minQuantity,
    maxQuantity,
    unitPrice,
    originalPrice,
    subtotal,
  } = line;
  const warnings = cart.warnings.filter(({ lineId }) => lineId === id);
  const least = Math.min(quantity, minQuantity ?? 1);
  const most = Math.max(quantity, Math.min(maxQuantity ?? 10, 99));
  const name = variantTitle ? `${title}, ${variantTitle}` : title;
  if (line.gift) return <GiftLine line={line} currency={cart.currency} />;
  return (
    <li className={line.purchasable ? 'line' : 'line line-out'}>
      <Picture src={thumbnail} alt="" size={160} />
      <div className="line-text">
        <h3>
          <a href={`/products/${slug}`}>{title}</a>
        </h3>
        {variantTitle && <p className="quiet">{variantTitle}</p>}
        {unitPrice !== null && (
          <p className="quiet">
            <Price now={unitPrice} was={originalPrice} currency={cart.currency} /> each
          </p>
        )}
        <LineDiscounts discounts={line.discounts} currency={cart.currency} />
        {warnings.map(({ code, message }) => (
          <Notice key={code} tone={code === 'price_changed' ? 'info' : 'bad'}>
            {message}
          </Notice>
        ))}
        <div className="line-acts">
          <form method="post" action="/cart/quantity" data-submit-on-change>
            <input type="hidden" name="itemId" value={id} />
            <label>
              <span className="unseen">Quantity of {name}</span>
              <select name="quantity" defaultValue={String(quantity)} key={quantity}>
                {Array.from({ length: Math.min(60, most - least + 1) }, (_, index) => (
                  <option key={index} value={least + index}>
                    {least + index}
                  </option>
                ))}
              </select>
            </label>
            <button className="link no-script">Change</button>
          </form>
          <Act action="/cart/remove" itemId={id} quiet>
            Remove<span className="unseen"> {name}</span>
          </Act>
        </div>
      </div>
      <p className="line-total">{money(subtotal, cart.currency)}</p>
    </li>
  );
}

/** Given by an offer: it cannot be changed, and goes with what earns it. */
function GiftLine({ line, currency }: { line: Cart['lines'][number]; currency: string }) {
  const { title, slug, variantTitle, thumbnail, quantity, subtotal, discounts } = line;
  return (
    <li className="line line-gift">
      <Picture src={thumbnail} alt="" size={160} />
      <div className="line-text">
        <h3>
          <a href={`/products/${slug}`}>{title}</a>
        </h3>
        {variantTitle && <p className="quiet">{variantTitle}</p>}
        <p>
          <span className="tag">Gift</span>{' '}
          <span className="quiet">
            {quantity === 1 ? '' : `${quantity} pieces, `}
            {discounts.map(({ code, name }) => name ?? code).join(', ')}
          </span>
        </p>
      </div>
      <p className="line-total">
        free{' '}
        <s className="quiet">
          <span className="unseen">instead of </span>
          {money(subtotal, currency)}
        </s>
      </p>
    </li>
  );
}

function Coupons({ cart, suggested, code, problem }: Omit<CartProps, 'giftGone'> & { cart: Cart }) {
  const open = suggested
    .filter((coupon) => !cart.coupons.some((own) => own.code === coupon.code))
    .slice(0, 3);
  return (
    <div className="coupons">
      {cart.coupons.length > 0 && (
        <ul>
          {cart.coupons.map((coupon) => (
            <li key={coupon.code} className="coupon">
              <span>
                <strong>{coupon.code}</strong>{' '}
                {coupon.applied ? (
                  <span className="quiet">
                    {coupon.amount > 0 ? `−${money(coupon.amount, cart.currency)}` : 'free shipping'}
                  </span>
                ) : (
                  <span className="field-error" role="status">
                    {coupon.reason}
                  </span>
                )}
              </span>
              <Act action="/cart/coupons/remove" code={coupon.code} quiet>
                Remove<span className="unseen"> coupon {coupon.code}</span>
              </Act>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action="/cart/coupons" className="coupon-form">
        <label htmlFor="code">Coupon</label>
        <div>
          <input
            id="code"
            name="code"
            defaultValue={code}
            required
            maxLength={60}
            autoCapitalize="characters"
            autoComplete="off"
            aria-invalid={problem !== null && code !== '' ? true : undefined}
          />
          <button className="button button-quiet">Apply</button>
        </div>
      </form>
      {open.length > 0 && (
        <ul className="suggested">
          {open.map((coupon) => (
            <li key={coupon.code}>
              <span>
                {coupon.name}{' '}
                <span className="quiet">
                  saves {money(coupon.amount + coupon.waivedShipping, cart.currency)}
                </span>
              </span>
              <Act action="/cart/coupons" code={coupon.code} quiet>
                Use<span className="unseen"> {coupon.code}</span>
              </Act>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function Totals({
  cart: { totals, currency, pricesIncludeTax },
}: {
  cart: Pick<Cart, 'totals' | 'currency' | 'pricesIncludeTax'>;
}) {
  const rows: [string, number][] = [
    [`Items (${totals.itemCount})`, totals.subtotal],
    ...(totals.discountTotal > 0 ? [['Discount', -totals.discountTotal] as [string, number]] : []),
    ['Shipping', totals.shippingTotal],
    [pricesIncludeTax ? 'GST, included above' : 'GST', totals.taxTotal],
  ];
  return (
    <dl className="totals">
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{label === 'Shipping' && amount === 0 ? 'free' : money(amount, currency)}</dd>
        </div>
      ))}
      <div className="totals-grand">
        <dt>Total</dt>
        <dd>{money(totals.grandTotal, currency)}</dd>
      </div>
    </dl>
  );
}
