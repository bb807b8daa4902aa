import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';

const DAY_MS = 86_400_000;
const daysFrom = (days: number) => new Date(Date.now() + days * DAY_MS);

/** A request to erase personal data that was due yesterday. */
export const fillErasure = async ({ knex }: Container, fields: Record<string, unknown>): Promise<void> => {
  const actor = JSON.stringify({ type: 'system', id: 'test' });
  await knex('personal_data_erasures').insert({
    status: 'scheduled',
    actor,
    dueAt: daysFrom(-1),
    createdAt: daysFrom(-8),
    ...fields,
  });
};

/** More than a page of requests, each status among them. */
export async function fillErasures(container: Container): Promise<void> {
  const ended = { email: null, startedAt: daysFrom(-20), endedAt: daysFrom(-20), rowsDone: 418 };
  for (let n = 0; n < 24; n += 1)
    await fillErasure(container, {
      ...ended,
      userId: newId(),
      status: 'erased',
      tablesDone: ['orders', 'carts'],
    });
  await fillErasure(container, { userId: newId(), email: null, status: 'cancelled', endedAt: daysFrom(-3) });
  await fillErasure(container, {
    userId: newId(),
    email: 'ravi@example.com',
    status: 'erasing',
    startedAt: daysFrom(-1),
    rowsDone: 1_204,
    tablesDone: ['orders'],
    createdAt: daysFrom(-7),
  });
  await fillErasure(container, {
    email: 'a.very.long.address.of.a.guest@mail.marketplace.example.com',
    dueAt: daysFrom(6),
    createdAt: daysFrom(-1),
  });
  await fillErasure(container, {
    userId: newId(),
    email: 'owner@example.com',
    blockedBy: ['open_returns', 'open_refunds', 'sole_owner', 'last_super_admin'],
    createdAt: daysFrom(-6),
  });
}
