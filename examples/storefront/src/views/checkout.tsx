import type { DataOf } from 'haat-client';
import type { Cart, Problem } from '../server/visit.js';
import { AddressFields, AddressText } from './address-form.js';
import { Totals } from './cart.js';
import { AddressChoice, type SavedAddress } from './saved-addresses.js';
import { Act, Field, money, Notice, ProblemNotice } from './kit.js';

export interface CheckoutProps {
  cart: Cart;
  options: DataOf<'getStoreCheckoutOptions'>;
  /** Subunits of store credit that can pay for this cart; 0 without any. */
  credit: number;
  signedIn: boolean;
  /** The address is asked for, because there is none or it is to be changed. */
  editing: boolean;
  /** The address book, to choose from; empty where an address is typed. */
  saved: SavedAddress[];
  /** What was typed, while it is refused. */
  typed: Record<string, string>;
  /** Makes one order, or one saved address, of a form, however often it is sent. */
  formKey: string;
  /** Cash needs a confirmed address: a code was sent, or can be. */
  proof: 'none' | 'needed' | 'sent';
  problem: Problem | null;
}

/** Two steps: where to, then how to pay. */
export function CheckoutView(props: CheckoutProps) {
  const { cart, editing } = props;
  return (
    <div className="cart">
      <div>
        <ol className="steps">
          <li aria-current={editing ? 'step' : undefined}>Where to</li>
          <li aria-current={editing ? undefined : 'step'}>How to pay</li>
        </ol>
        {editing ? <AddressStep {...props} /> : <PaymentStep {...props} />}
      </div>
      <aside className="summary" aria-label="Summary">
        <ul className="short-lines">
          {cart.lines.map((line) => (
            <li key={line.id}>
              <span>
                {line.quantity} × {line.title}
                {line.variantTitle && <span className="quiet"> {line.variantTitle}</span>}
                {line.gift && <span className="quiet"> as a gift</span>}
              </span>
              <span>{line.gift ? 'free' : money(line.subtotal, cart.currency)}</span>
            </li>
          ))}
        </ul>
        <Totals cart={cart} />
        <p>
          <a href="/cart">Change the cart</a>
        </p>
      </aside>
    </div>
  );
}

/** The saved address that says the same as one of the cart. */
const savedAs = (saved: SavedAddress[], given: Cart['shippingAddress']) =>
  saved.find(
    ({ address }) =>
      given !== null &&
      (Object.keys(address) as (keyof typeof address)[]).every((key) => address[key] === given[key]),
  )?.id;

/** The addresses that are chosen at first: what was sent, those of the cart, else the defaults. */
function chosenOf({ cart, saved, typed }: CheckoutProps): { chosenId: string; billingId: string } {
  const chosenId = typed['addressId'] ?? savedAs(saved, cart.shippingAddress) ?? saved[0]?.id ?? '';
  const billing = saved.find(({ isDefaultBilling }) => isDefaultBilling)?.id ?? '';
  const billingId = typed['billingId'] ?? savedAs(saved, cart.billingAddress) ?? billing;
  return { chosenId, billingId: billingId === chosenId ? '' : billingId };
}

function AddressStep(props: CheckoutProps) {
  const { cart, signedIn, saved, typed, problem, formKey } = props;
  const address = { ...cart.shippingAddress, ...typed };
  return (
    <form method="post" action="/checkout/address" className="fields">
      <ProblemNotice problem={problem} />
      <Field
        name="email"
        label="E-mail address"
        type="email"
        required
        autoComplete="email"
        value={typed['email'] ?? cart.email}
        error={problem?.fields['email']}
        hint="For the confirmation and the invoice"
      />
      {!signedIn && (
        <p className="quiet">
          You buy as a guest. <a href="/sign-in?to=/checkout">Sign in</a> if you have an account.
        </p>
      )}
      {saved.length > 0 ? (
        <>
          <AddressChoice addresses={saved} {...chosenOf(props)} />
          <p className="quiet">
            <a href="/checkout?edit=1&other=1">Deliver to another address</a> ·{' '}
            <a href="/account/addresses">Your addresses</a>
          </p>
        </>
      ) : (
        <>
          <AddressFields address={address} problem={problem} />
          {signedIn && (
            <label className="check">
              <input type="hidden" name="formKey" value={formKey} />
              <input type="checkbox" name="save" value="1" defaultChecked={typed['save'] !== undefined} />
              <span>Save this address in my account</span>
            </label>
          )}
        </>
      )}
      <button className="button button-large">Go on to payment</button>
    </form>
  );
}

function PaymentStep({ cart, options, credit, formKey, proof, problem }: CheckoutProps) {
  const total = cart.totals.grandTotal;
  const alone = credit > 0 && credit === total;
  return (
    <>
      <section className="sent-to">
        {cart.shippingAddress && <AddressText address={cart.shippingAddress} />}
        <p>
          {cart.email}
          <br />
          <a href="/checkout?edit=1">Change</a>
        </p>
      </section>
      {cart.warnings.map(({ message, blocking }) => (
        <Notice key={message} tone={blocking ? 'bad' : 'info'}>
          {message}
        </Notice>
      ))}
      <ProblemNotice problem={problem} />
      {proof !== 'none' && <Proof email={cart.email ?? ''} sent={proof === 'sent'} problem={problem} />}
      {options.length === 0 && !alone && (
        <Notice tone="bad">No way to pay takes this order. Please change the cart.</Notice>
      )}
      <form method="post" action="/checkout" className="fields">
        <input type="hidden" name="expectedTotal" value={cart.totals.grandTotal} />
        <input type="hidden" name="formKey" value={formKey} />
        {credit > 0 && !alone && (
          <fieldset className="options">
            <legend>Store credit</legend>
            <label className="pay-option">
              <input type="checkbox" name="storeCredit" value={credit} />
              <span>
                <strong>Use {money(credit, cart.currency)} of store credit</strong>
                <span className="quiet">{money(total - credit, cart.currency)} is left to pay</span>
              </span>
            </label>
          </fieldset>
        )}
        <fieldset className="options">
          <legend>Payment</legend>
          {alone && (
            <label className="pay-option">
              <input type="radio" name="paymentOption" value="store_credit" required defaultChecked />
              <span>
                <strong>Store credit</strong>
                <span className="quiet">It pays all of this order</span>
              </span>
            </label>
          )}
          {options.map(({ value, label, description }, index) => (
            <label key={value} className="pay-option">
              <input
                type="radio"
                name="paymentOption"
                value={value}
                required
                // Cash is a choice: nobody promises to have it ready by not looking.
                defaultChecked={index === 0 && !alone && value !== 'cod'}
              />
              <span>
                <strong>{label}</strong>
                {description && <span className="quiet">{description}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <button
          className="button button-large button-wide"
          disabled={!cart.canPlaceOrder || (options.length === 0 && !alone)}
        >
          Place the order: {money(cart.totals.grandTotal, cart.currency)}
        </button>
      </form>
    </>
  );
}

const Proof = ({ email, sent, problem }: { email: string; sent: boolean; problem: Problem | null }) => (
  <section className="proof">
    <h2>Is this your address?</h2>
    {sent ? (
      <form method="post" action="/checkout/confirm" className="fields">
        <Field
          name="code"
          label={`Code that was sent to ${email}`}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          error={problem?.fields['code']}
        />
        <button className="button">Confirm</button>
      </form>
    ) : (
      <Act action="/checkout/code">Send a code to {email}</Act>
    )}
  </section>
);
