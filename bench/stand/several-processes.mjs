import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What went wrong with the orders that were placed since an instant: 0 of each where several processes did what one does.
 * @param {number} placed orders that buyers have responses of
 */
export async function doubledOrLost(stand, since, placed) {
  const [row] = await stand.query(
    `with placed as (select id, status, user_id from orders where placed_at >= $1)
     select abs((select count(*) from placed) - $2::integer)::integer as orders,
       (select count(*) from placed where status <> 'confirmed')::integer as unconfirmed,
       (select count(*) from (select order_id from orders_timeline where order_id in (select id from placed)
          group by order_id, event, sub_order_id having count(*) > 1) doubled)::integer as "steps twice",
       (select count(*) from outbox_deliveries d join outbox_events e on e.id = d.event_id
        where e.created_at >= $1 and d.state <> 'delivered')::integer as "events not done",
       abs((select coalesce(sum(quantity), 0) from orders_lines where order_id in (select id from placed))
         - (select coalesce(sum(reserved_delta), 0) from inventory_movements where reference_id in (select id from placed)
            and reason = 'reserved'))::integer as stock`,
    [since, placed],
  );
  return row;
}

const headers = (token) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

async function until(read, isNew) {
  const began = performance.now();
  for (;;) {
    if (isNew(await read())) return performance.now() - began;
    if (performance.now() - began > 10_000) return Infinity;
    await sleep(10);
  }
}

/**
 * Changes a setting by one API in turn and asks all others, and signs a buyer out.
 * @returns {Promise<{ setting: number }>} the slowest of ten, in milliseconds from the response to the change
 */
export async function slowestPropagation(servers, token) {
  const times = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const title = `Cash, ${turn} ${Date.now()}`;
    const response = await fetch(`${servers[turn % servers.length]}/admin/settings/store`, {
      method: 'PATCH',
      headers: headers(token),
      body: JSON.stringify({ 'checkout_payment.cod.title': title }),
    });
    if (!response.ok) throw new Error(`the setting was refused: ${await response.text()}`);
    const labels = async (server) =>
      (await fetch(`${server}/store/checkout/options`, { headers: headers(token) })).text();
    times.push(
      ...(await Promise.all(
        servers.map((server) =>
          until(
            () => labels(server),
            (text) => text.includes(title),
          ),
        ),
      )),
    );
  }
  return { setting: Math.round(Math.max(...times)) };
}
