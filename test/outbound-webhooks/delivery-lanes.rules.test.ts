import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { createDeliveryLanes } from '#activities/outbound-webhooks/delivery-lanes.js';
import type { ClaimedDelivery } from '#db/outbound-webhooks/deliveries.repository.js';

const claimed = (endpointId: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => ({ id: `${endpointId}${index}`, endpointId }) as ClaimedDelivery,
  );

/** Lanes whose requests end when the test says so. */
function startLanes() {
  const sent: string[] = [];
  const ends = new Map<string, () => void>();
  const lanes = createDeliveryLanes(async ({ id }) => {
    sent.push(id);
    await new Promise<void>((resolve) => ends.set(id, resolve));
  });
  async function end(...ids: string[]) {
    for (const id of ids) ends.get(id)?.();
    await nextTurn();
  }
  return { lanes, sent, end };
}

it('sends four at a time to an endpoint, in turns, and thirty-two in all', async () => {
  const { lanes, sent, end } = startLanes();
  lanes.add(claimed('a', 6));
  expect(sent).toEqual(['a0', 'a1', 'a2', 'a3']);
  await end('a1');
  expect(sent).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
  for (const name of 'bcdefghijk') lanes.add(claimed(name, 5));
  expect(sent).toHaveLength(33);
  expect(lanes.size).toBe(55);
  expect(sent.filter((id) => id.startsWith('h'))).toHaveLength(4);
});

it('claims twice as many of an endpoint each time that all were sent, up to sixty-four', async () => {
  const { lanes, sent, end } = startLanes();
  lanes.add(claimed('a', 4));
  const counts = Array.from({ length: 6 }, () => lanes.nextAhead()['a']);
  expect(counts).toEqual([8, 16, 32, 64, 64, 64]);
  lanes.add(claimed('a', 3));
  expect(lanes.nextAhead()).toEqual({ a: 64 });
  await end(...sent);
});

it('gives back what waits for a second, and begins small again', () => {
  const { lanes, sent } = startLanes();
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  lanes.add(claimed('a', 4));
  lanes.nextAhead();
  lanes.add(claimed('b', 6));
  now.mockReturnValue(1_001_100);
  lanes.add(claimed('a', 1));
  expect(lanes.takeBackLate()).toEqual(['b4', 'b5']);
  expect(lanes.nextAhead()).toMatchObject({ a: 8, b: 8 });
  expect(lanes.takeBackOf(new Set(['a']))).toEqual(['a0']);
  expect([sent.length, lanes.takeBackAll()]).toEqual([8, []]);
  now.mockRestore();
});

it('sends nothing whose lease may be over before it ends', async () => {
  const { lanes, sent, end } = startLanes();
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  lanes.add(claimed('a', 5));
  now.mockReturnValue(1_016_000);
  await end('a0');
  expect(sent).toHaveLength(4);
  expect(lanes.takeBackAll()).toEqual(['a4']);
  now.mockRestore();
});
