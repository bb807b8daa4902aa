/**
 * Orders carts that are ready, each once: only `place-order` is measured. Warm-up and measurement are their own loads,
 * so each gets its own carts.
 * @param {{ url?: string, servers?: string[], carts: { id: string, token: string, total: number }[] }} data
 */
export async function createFlow({ url, servers = [url], carts }) {
  return async (call, turn) => {
    const cart = carts[turn];
    if (!cart) throw new Error(`${carts.length} carts were too few: give --carts`);
    await call('place order', `${servers[turn % servers.length]}/store/carts/${cart.id}/place-order`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cart.token}`, 'idempotency-key': cart.id },
      body: { expectedTotal: cart.total, paymentOption: 'cod' },
    });
  };
}
