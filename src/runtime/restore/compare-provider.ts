import { readStandings, readUnknownRefunds } from '#db/payments/unknown-at-provider.query.js';
import type { ListInput } from '#integrations/payments/provider-books.js';
import { isConfigured, type PaymentProvider } from '#integrations/payments/payment-provider.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import type { Container } from '#runtime/container.js';
import { type Finding, findingOf } from '#runtime/doctor/finding.js';

const PAGE = 100;
/** Of one provider, with all its pages. */
const TIMEOUT_MS = 10 * 60_000;

/** What the payment providers have captured and refunded since an instant, and a restored database does not know. */
export async function compareProviders(container: Container, since: Date): Promise<Finding[]> {
  const { paymentProviders, settings } = container;
  const input = { settings: readPaymentSettings(settings), since };
  const findings: Finding[] = [];
  for (const provider of paymentProviders.list()) {
    // One that takes cash has no books, and one without credentials has taken nothing.
    if (provider.acceptsAtOnce || !isConfigured(provider, input.settings)) continue;
    findings.push(...(await compareProvider(container, provider, input)));
  }
  return findings;
}

async function compareProvider(
  container: Container,
  provider: PaymentProvider,
  input: ListInput,
): Promise<Finding[]> {
  const since = input.since.toISOString();
  if (!provider.listPayments || !provider.listRefunds)
    return findingOf([provider.id], {
      check: 'payments',
      problem: 'This provider cannot list its payments',
      command: `compare its dashboard since ${since} with the orders`,
      fixable: false,
    });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return [
      ...(await comparePayments(container, provider, { ...input, signal })),
      ...(await compareRefunds(container, provider, { ...input, signal })),
    ];
  } catch (error) {
    return findingOf([provider.id], {
      check: 'payments',
      problem: `The books of this provider could not be read: ${(error as Error).message.split('\n')[0] ?? ''}`,
      command: 'npm run restore:finish, once it responds',
      fixable: false,
    });
  }
}

async function comparePayments(
  { knex }: Container,
  provider: PaymentProvider,
  input: ListInput,
): Promise<Finding[]> {
  const unknown: string[] = [];
  const waiting: string[] = [];
  for await (const some of inPages(provider.listPayments?.(input) ?? [])) {
    const standings = await readStandings(knex, provider.id, some);
    for (const [
      index,
      { providerPaymentId, providerOrderId, orderNumber, amount, currency },
    ] of some.entries()) {
      const of = orderNumber ?? providerOrderId ?? 'unknown';
      const name = `${providerPaymentId} (order ${of}, ${amount} ${currency})`;
      if (standings[index] === 'unknown') unknown.push(name);
      if (standings[index] === 'waiting') waiting.push(name);
    }
  }
  return [
    ...findingOf(unknown, {
      check: 'payments',
      problem: `Paid at ${provider.id}, and the order is not in the restored database (amounts in subunits)`,
      command: 'refund them at the provider, and ask the buyers to order again',
      fixable: false,
    }),
    ...findingOf(waiting, {
      check: 'payments',
      problem: `Paid at ${provider.id}, and the order waits for the payment here`,
      command:
        'have the provider send its webhooks again, or wait: the order asks for it when its time to pay ends',
      fixable: false,
    }),
  ];
}

async function compareRefunds(
  { knex }: Container,
  provider: PaymentProvider,
  input: ListInput,
): Promise<Finding[]> {
  const unknown: string[] = [];
  for await (const some of inPages(provider.listRefunds?.(input) ?? [])) {
    const without = await readUnknownRefunds(knex, some);
    for (const { providerRefundId, providerPaymentId, amount, currency } of some)
      if (without.has(providerRefundId))
        unknown.push(`${providerRefundId} (payment ${providerPaymentId}, ${amount} ${currency ?? ''})`);
  }
  return findingOf(unknown, {
    check: 'payments',
    problem: `Refunded at ${provider.id}, and not known here (amounts in subunits)`,
    command:
      'do not refund these payments again: the provider sends no more than was paid, but in parts it would',
    fixable: false,
  });
}

/** What moved money, in pages. */
async function* inPages<T extends { state: string }>(
  items: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const item of items) {
    if (item.state === 'failed') continue;
    page.push(item);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
