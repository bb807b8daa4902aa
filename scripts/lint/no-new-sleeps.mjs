import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * Tests do not wait for a time to pass: they wait for a state (`eventually`), move a clock, or open a gate. This rule
 * counts the sleeps of each test file; the files below may keep the number that they have, and no file gets a new one.
 */
const ceilings = {
  'test/_support/database.ts': 1,
  'test/_support/eventually.ts': 1,
  'test/_support/expiry.ts': 1,
  'test/accounts/auth-bodies.api.test.ts': 2,
  'test/accounts/ended-links.api.test.ts': 1,
  'test/accounts/guesses.api.test.ts': 1,
  'test/accounts/second-factor.api.test.ts': 1,
  'test/accounts/unclear-links.api.test.ts': 1,
  'test/banners/content-cache.test.ts': 3,
  'test/banners/content-reads.long.ts': 1,
  'test/campaigns/broadcast-2000.rest.ts': 1,
  'test/campaigns/broadcast-races.test.ts': 1,
  'test/campaigns/broadcasts.workflow.test.ts': 1,
  // What follows orders is measured over the same time before and after.
  'test/edge/big-tables.long.ts': 1,
  'test/events/outbox.test.ts': 3,
  'test/events/own-row-drain.workflow.test.ts': 4,
  'test/events/relay-lease.rest.ts': 7,
  'test/events/repeated-hand-over.test.ts': 1,
  'test/events/start-pace.test.ts': 1,
  'test/faults/harness/checks/aftermath.ts': 1,
  'test/faults/harness/checks/dashboard.ts': 1,
  'test/faults/harness/checks/leftovers.ts': 2,
  'test/faults/harness/checks/rest.ts': 1,
  'test/faults/harness/checks/search.ts': 1,
  'test/faults/harness/clients/buyer-at-the-gateway.ts': 1,
  'test/faults/harness/clients/inbox-watch.ts': 1,
  // A soak is a time: its samples lie so far apart.
  'test/faults/soak.long.ts': 1,
  'test/faults/harness/clients/retrying-client.ts': 1,
  'test/faults/harness/clients/run-flows.ts': 1,
  'test/faults/harness/clients/shopper.ts': 2,
  'test/faults/harness/clients/with-retry.ts': 1,
  'test/faults/harness/flows/campaigns.flow.ts': 2,
  'test/faults/harness/flows/content.flow.ts': 1,
  'test/faults/harness/flows/coupons.flow.ts': 1,
  'test/faults/harness/flows/exports.flow.ts': 1,
  'test/faults/harness/flows/imports.flow.ts': 1,
  'test/faults/harness/flows/invoices.flow.ts': 1,
  'test/faults/harness/flows/late-payments.flow.ts': 2,
  'test/faults/harness/flows/money.flow.ts': 1,
  'test/faults/harness/flows/orders.flow.ts': 3,
  'test/faults/harness/flows/shipments.flow.ts': 2,
  'test/faults/harness/injection/injector.ts': 5,
  'test/faults/harness/processes/part.ts': 2,
  'test/faults/postgres-stands-still.long.ts': 5,
  'test/faults/relay-stands-still.rest.ts': 1,
  'test/faults/stop-handover.long.ts': 1,
  'test/faults/stop-often.long.ts': 2,
  'test/feeds/token-lost.test.ts': 1,
  'test/mail/smtp-mailer.integration.test.ts': 1,
  'test/payouts/payout-run.workflow.test.ts': 1,
  'test/pdf/browser-life.rest.ts': 3,
  'test/pdf/browser-processes.ts': 1,
  'test/pdf/fixtures/unpack-slowly.ts': 1,
  'test/pdf/page-safety.test.ts': 1,
  'test/pdf/render.test.ts': 2,
  'test/pdf/unpack-once.rest.ts': 1,
  'test/plugins/place-order-hooks.test.ts': 1,
  'test/product-imports/read-ahead.rules.test.ts': 4,
  'test/products/kill-syncs.long.ts': 1,
  'test/reports/export-races.test.ts': 1,
  'test/run/liveness.test.ts': 1,
  'test/run/managed-process.rest.ts': 2,
  'test/run/parent-watch.test.ts': 1,
  'test/run/supervised.ts': 1,
  'test/search/candidates.property.test.ts': 1,
  'test/search/index-races.test.ts': 1,
  'test/search/reindex-half-million.long.ts': 2,
  'test/search/reindex.test.ts': 1,
  'test/shipping/sandbox-contract.integration.test.ts': 1,
  'test/social-catalog/social-push.workflow.test.ts': 1,
  'test/storage/s3-storage.rest.ts': 1,
  'test/storage/storage-contract.ts': 1,
};

const timers = new Set(['node:timers/promises', 'timers/promises']);

/** `new Promise((resolve) => setTimeout(resolve, …))`. */
function isTimerPromise(node) {
  const [executor] = node.arguments;
  if (node.callee.name !== 'Promise' || !executor?.params?.length) return false;
  const resolve = executor.params[0].name;
  const found = (item) =>
    item?.type === 'CallExpression' &&
    item.callee.name === 'setTimeout' &&
    item.arguments[0]?.name === resolve;
  const { body } = executor;
  return found(body) || (body.type === 'BlockStatement' && body.body.some((item) => found(item.expression)));
}

export const noNewSleeps = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      more: 'Wait for a state (eventually), move the clock or open a gate instead of sleeping ({{ found }} sleeps, {{ allowed }} allowed).',
      fewer:
        'This file has {{ found }} sleeps: lower its number ({{ allowed }}) in scripts/lint/no-new-sleeps.mjs.',
    },
  },
  create(context) {
    const file = relative(root, context.filename).replaceAll('\\', '/');
    const allowed = ceilings[file] ?? 0;
    const sleeping = new Set();
    const found = [];
    return {
      ImportDeclaration(node) {
        if (!timers.has(node.source.value)) return;
        for (const item of node.specifiers)
          if (item.imported?.name === 'setTimeout') sleeping.add(item.local.name);
      },
      CallExpression(node) {
        if (sleeping.has(node.callee.name)) found.push(node);
      },
      NewExpression(node) {
        if (isTimerPromise(node)) found.push(node);
      },
      'Program:exit'(program) {
        const data = { found: String(found.length), allowed: String(allowed) };
        if (found.length > allowed) context.report({ node: found.at(-1), messageId: 'more', data });
        if (found.length < allowed) context.report({ node: program, messageId: 'fewer', data });
      },
    };
  },
};
