const address = {
  name: 'Asha Rao',
  phone: '+919820012345',
  line1: '12 Hill Road',
  city: 'Mumbai',
  stateCode: '27',
  postalCode: '400050',
  country: 'IN',
};

/**
 * What a buyer does from the first look to the order: a cart, two things into it, the cart, the address, the ways to
 * pay, the order, and a look at it: eight requests. With `data.pay` the payment page's button is pressed, the gateway
 * calls the webhook, and the order is read four times a second until it is confirmed. Each request goes to the next of
 * `data.servers`, where there are several.
 * @param {{ url?: string, servers?: string[], tokens: string[], variantIds: string[], paymentOption: string, pay?: boolean }} data
 */
export async function createFlow({ url: only, servers = [only], tokens, variantIds, paymentOption, pay }) {
  let sent = 0;
  return async (given, turn) => {
    const call = (step, path, request) =>
      given(step, path.startsWith('/') ? servers[(sent += 1) % servers.length] + path : path, request);
    const url = '';
    const headers = { authorization: `Bearer ${tokens[turn % tokens.length]}` };
    const variant = (place) => variantIds[(turn * 7 + place * 3) % variantIds.length];
    const cart = (await call('create cart', `${url}/store/carts`, { method: 'POST', headers })).json().data;
    const own = `${url}/store/carts/${cart.id}`;
    for (const place of [0, 1]) {
      const body = { variantId: variant(place), quantity: 1 };
      await call('add item', `${own}/items`, { method: 'POST', headers, body });
    }
    await call('read cart', own, { headers });
    const body = { shippingAddress: address };
    const ready = (await call('set address', `${own}/addresses`, { method: 'PUT', headers, body })).json()
      .data;
    await call('payment options', `${url}/store/checkout/options`, { headers });
    const placed = await call('place order', `${own}/place-order`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': cart.id },
      body: { expectedTotal: ready.totals.grandTotal, paymentOption },
    });
    const { order, payment } = placed.json().data;
    const page = `${url}/store/orders/${order.id}`;
    if (!pay) return call('read order', page, { headers });
    await call('pay', `${payment.action.url}/pay`, {
      method: 'POST',
      headers: { accept: 'application/json' },
    });
    for (let looked = 0; looked < 100; looked += 1) {
      const { status } = (await call('read order', page, { headers })).json().data;
      if (status === 'confirmed') return undefined;
      if (status !== 'pending_payment') throw new Error(`the order is ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error('the order was not confirmed within 25 s');
  };
}
