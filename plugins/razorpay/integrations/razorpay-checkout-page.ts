import {
  type CheckoutPage,
  type CheckoutPageInput,
  escapeHtml,
  randomToken,
  requiredSetting,
} from 'haat/plugin';

const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';
/** The script opens frames and calls on hosts of the provider's own choice. */
const HOSTS = 'https://*.razorpay.com';

/**
 * The page that opens the provider's payment form. When the form reports success the buyer goes back to the store;
 * nothing is credited here, since only the webhook is believed.
 */
export function razorpayCheckoutPage(input: CheckoutPageInput): CheckoutPage {
  const options = {
    key: requiredSetting(input.settings, 'payment.razorpay.key_id'),
    order_id: input.providerOrderId,
    amount: input.amount,
    currency: input.currency,
    name: input.storeName,
    description: `Order ${input.orderNumber}`,
    prefill: {
      name: input.customer.name,
      email: input.customer.email,
      contact: input.customer.phone,
      method: input.method,
    },
  };
  const nonce = randomToken(16);
  const returnUrl = httpUrl(input.returnUrl);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #1f2937; text-align: center; padding: 15vh 1rem 0 }
button { font: inherit; padding: .75rem 1.5rem; border: 0; border-radius: .5rem; background: #1d4ed8; color: #fff }
</style>
</head>
<body>
<p>Order ${escapeHtml(input.orderNumber)}</p>
<p><button id="pay" type="button">Pay now</button></p>
<noscript><p>The payment form needs JavaScript.</p></noscript>
<script nonce="${nonce}" src="${SCRIPT}"></script>
<script nonce="${nonce}">
const options = ${scriptJson(options)};
options.handler = () => { location.replace(${scriptJson(returnUrl)}); };
const open = () => new Razorpay(options).open();
document.getElementById('pay').addEventListener('click', open);
open();
</script>
</body>
</html>`;
  return {
    html,
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' ${HOSTS}`,
      // The form's script styles its own overlay, without a nonce.
      "style-src 'unsafe-inline'",
      `frame-src ${HOSTS}`,
      `connect-src ${HOSTS}`,
      `img-src ${HOSTS} data:`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

/** JSON that cannot end the script element it stands in. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Refuses `javascript:` and the like: the address ends up in `location`. */
function httpUrl(address: string): string {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error('The return address must be an http address');
  return href;
}
