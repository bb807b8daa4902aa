import type { OrderEntity, PaymentEntity } from './entities.js';

/** The page where a buyer pays: plain HTML that works without JavaScript. */
export function checkoutPage(order: OrderEntity, lastPayment: PaymentEntity | undefined): string {
  const amount = formatAmount(order.amount, order.currency);
  const notes = Array.isArray(order.notes) ? {} : order.notes;
  return page(
    `Pay ${amount}`,
    `<p class="badge">Test mode &middot; no money moves</p>
<h1>${escapeHtml(amount)}</h1>
<dl>
  ${notes['order_number'] ? `<dt>Order</dt><dd>${escapeHtml(notes['order_number'])}</dd>` : ''}
  <dt>Reference</dt><dd><code>${escapeHtml(order.id)}</code></dd>
</dl>
${order.status === 'paid' ? paidPart(notes['return_url']) : payPart(order, lastPayment)}`,
  );
}

/** Shown for an order that the sandbox does not know. */
export function unknownOrderPage(): string {
  return page(
    'Unknown order',
    '<h1 class="small">This payment page does not exist</h1><p>The link may be incomplete, or it belongs to another sandbox.</p>',
  );
}

function payPart(order: OrderEntity, lastPayment: PaymentEntity | undefined): string {
  const declined =
    lastPayment?.status === 'failed'
      ? `<p class="notice bad" role="alert">${escapeHtml(lastPayment.error_description ?? 'The payment failed.')}</p>`
      : '';
  const waiting =
    lastPayment?.status === 'authorized'
      ? '<p class="notice" role="status">Authorized. The store has not taken the money yet.</p>'
      : '';
  const action = `/checkout/${encodeURIComponent(order.id)}`;
  return `${declined}${waiting}
<form method="post" action="${action}/pay"><button class="pay">Pay ${escapeHtml(formatAmount(order.amount, order.currency))}</button></form>
<form method="post" action="${action}/fail"><button class="fail">Decline the payment</button></form>
<p class="hint">The same from a terminal:<br><code>curl -X POST &lt;this page&gt;/pay</code> or <code>/fail</code></p>`;
}

function paidPart(returnUrl: string | undefined): string {
  const back = httpUrl(returnUrl);
  return `<p class="notice good" role="status">Paid. Thank you!</p>
${back ? `<p><a class="button" href="${escapeHtml(back)}">Back to the store</a></p>` : '<p class="hint">You can close this window.</p>'}`;
}

/** Only an http address may become a link or a redirect. */
export function httpUrl(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

export function formatAmount(subunits: number, currency: string): string {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency, minimumFractionDigits: 2 });
  return format.format(subunits / 100);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; color: #1b2430; background: #eef1f6 }
main { width: 100%; max-width: 24rem; padding: 2rem; border-radius: 1rem; background: #fff;
  box-shadow: 0 1px 2px rgb(15 23 42 / 8%), 0 12px 32px rgb(15 23 42 / 10%) }
h1 { margin: .75rem 0 1rem; font-size: 2.5rem; line-height: 1.1; letter-spacing: -.02em }
h1.small { font-size: 1.5rem }
.badge { display: inline-block; margin: 0; padding: .2rem .7rem; border-radius: 1rem; font-size: .8rem; font-weight: 600;
  color: #8a4b00; background: #fff1d6 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem; margin: 0 0 1.5rem; padding: 1rem 0;
  border: solid #e5e9f0; border-width: 1px 0; font-size: .95rem }
dt { color: #64748b }
dd { margin: 0; text-align: right; overflow-wrap: anywhere }
code { font-size: .85em; font-family: ui-monospace, Menlo, Consolas, monospace }
form { margin: 0 0 .75rem }
button, .button { display: block; width: 100%; padding: .8rem 1rem; border: 1px solid transparent; border-radius: .6rem;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
button:focus-visible, .button:focus-visible { outline: 3px solid #9db7ff; outline-offset: 2px }
.pay, .button { color: #fff; background: #2453d6 }
.pay:hover, .button:hover { background: #1b43b4 }
.fail { color: #334155; background: #fff; border-color: #cbd5e1 }
.fail:hover { background: #f5f7fa }
.notice { margin: 0 0 1rem; padding: .75rem 1rem; border-radius: .6rem; background: #eef4ff; font-size: .95rem }
.notice.bad { color: #8f1d1d; background: #fdecec }
.notice.good { color: #12633a; background: #e6f6ec; font-weight: 600 }
.hint { margin: 1.25rem 0 0; font-size: .85rem; color: #64748b }
</style>
</head>
<body><main>${body}</main></body>
</html>`;
}
