import { systemContext } from '#domain/_shared/context.js';
import type { Container } from '#runtime/container.js';
import type { TestBuyer } from '../_support/orders.js';

/** Gives a buyer store credit, as an operator does. */
export async function grantCredit(
  { unitOfWork, operations }: Container,
  { userId, email }: Pick<TestBuyer, 'userId' | 'email'>,
  amount: number,
): Promise<void> {
  const ctx = systemContext({ name: 'test' }, new Date());
  const of = { userId, email, name: 'Asha Rao', currency: 'INR' };
  await unitOfWork.run(ctx, (tx) =>
    operations.storeCredit.adjust(tx, ctx, of, { amount, reason: 'Sorry for the delay' }),
  );
}
