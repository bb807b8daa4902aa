import { systemContext } from '#domain/_shared/context.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';

/**
 * Issues invoices without rendering them, sixteen at a time: `node issue-invoices.js <one | many> <count>`, of the vendor with
 * the most sub-orders that have none, or of all vendors in turn. Prints the seconds as a line of JSON.
 */
const [of = 'one', count = '500'] = process.argv.slice(2);
const container = await createContainer(parseConfig(process.env), { name: 'bench' });
const { knex, unitOfWork, operations, clock } = container;
await container.start();

const order = of === 'one' ? 'count(*) over (partition by p.vendor_id) desc, p.vendor_id, p.id' : 'p.id';
const { rows } = await knex.raw<{ rows: { id: string; orderId: string }[] }>(
  `select p.id, p.order_id from orders_sub_orders p join vendors v on v.id = p.vendor_id
   where p.confirmed_at is not null and p.status in ('pending', 'fulfilled', 'delivered') and v.gstin is not null
     and not exists (select from invoices i where i.sub_order_id = p.id)
   order by ${order} limit ?`,
  [Number(count)],
);
const waiting = [...rows];
let issued = 0;
const began = performance.now();
async function lane(): Promise<void> {
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    const { id, orderId } = row;
    const ctx = systemContext({ name: 'bench' }, clock.now());
    const number = await unitOfWork.run(ctx, async (tx) => {
      await tx('orders').where({ id: orderId }).forUpdate().first('id');
      return operations.invoiceNumberOf(tx, ctx, id);
    });
    if (number !== null) issued += 1;
  }
}
await Promise.all(Array.from({ length: 16 }, lane));
const seconds = (performance.now() - began) / 1_000;
await container.stop();
console.log(JSON.stringify({ asked: rows.length, issued, seconds }));
process.exit(0);
