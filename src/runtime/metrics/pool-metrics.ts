import type { Knex } from '#db/kernel/knex.js';
import type { Metrics } from '#lib/metrics.js';

/** What the query builder's pool can be asked, and the events it emits. */
interface Pool {
  max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', listener: (id: number) => void): void;
}

/** Measures how long callers wait for a connection, and how many there are whenever the metrics are read. */
export function watchPool(knex: Knex, metrics: Pick<Metrics, 'database' | 'onRead'>): void {
  const { pool } = knex.client as { pool: Pool };
  const { connections, most, pending, acquire } = metrics.database;
  const asked = new Map<number, number>();
  pool.on('acquireRequest', (id) => asked.set(id, performance.now()));
  const responded = (outcome: string) => (id: number) => {
    const since = asked.get(id);
    asked.delete(id);
    if (since !== undefined) acquire.observe({ outcome }, (performance.now() - since) / 1_000);
  };
  pool.on('acquireSuccess', responded('acquired'));
  pool.on('acquireFail', responded('failed'));
  metrics.onRead(() => {
    connections.set({ state: 'used' }, pool.numUsed());
    connections.set({ state: 'free' }, pool.numFree());
    pending.set(pool.numPendingAcquires());
    most.set(pool.max);
  });
}
