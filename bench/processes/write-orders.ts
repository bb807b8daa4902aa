import { parseConfig } from '#lib/config.js';
import { writeBulkOrders } from '../stand/bulk-orders.js';

/** Writes orders in bulk: `node write-orders.js <orders> <orders a day>`. Prints the seconds as a line of JSON. */
const [orders = 200_000, perDay = 1_000] = process.argv.slice(2).map(Number);
const began = performance.now();
await writeBulkOrders(parseConfig(process.env).DATABASE_URL, { orders, perDay, until: new Date() });
console.log(JSON.stringify({ orders, seconds: (performance.now() - began) / 1_000 }));
