import { describe, expect, it } from '@jest/globals';
import { slugsOf, testsOf } from '../../scripts/supervisor/changed.mjs';
import { allSteps, architectureTests, stepsFor } from '../../scripts/supervisor/check-steps.mjs';

describe('the slugs that files belong to', () => {
  it('are those of their folders and of migrations', () => {
    const files = [
      'src/api/carts/carts.routes.ts',
      'src/db/kernel/knex.ts',
      'test/orders/orders.api.test.ts',
      'migrations/20260101000000_payments_add_reason.ts',
      'README.md',
      'test/_support/orders.ts',
    ];
    expect(slugsOf(files)).toEqual(['carts', 'orders', 'payments']);
  });
});

describe('the tests that a change asks for', () => {
  const slugs = new Set(['discounts', 'checkout', 'orders', 'returns']);
  /** Coupons are evaluated by `checkout`, whose quotes `orders` uses. */
  const importers = new Map([
    [
      'src/domain/discounts/coupon-rules.ts',
      ['src/domain/discounts/evaluate-coupons.ts', 'test/returns/coupons.ts'],
    ],
    [
      'src/domain/discounts/evaluate-coupons.ts',
      ['src/domain/checkout/quote.ts', 'test/_support/discounts.ts', 'src/runtime/container.ts'],
    ],
    ['src/domain/checkout/quote.ts', ['src/operations/orders/place-order.ts']],
    ['src/runtime/container.ts', ['src/api/orders/orders.service.ts']],
    ['test/returns/coupons.ts', ['test/returns/coupons.rules.test.ts']],
  ]);
  const house = { slugs, importers };
  const always = ['test/architecture/', 'test/sweeps/'];

  it('of a rule: those of its feature, of the features that use it, and those that import it', () => {
    expect(testsOf(['src/domain/discounts/coupon-rules.ts'], house)).toEqual({
      slugs: ['discounts'],
      dependents: ['checkout'],
      // Only what is there is run, so this is the tree as it is.
      paths: [...always, 'test/discounts/', 'test/checkout/'],
    });
    expect(testsOf(['src/domain/checkout/quote.ts'], house)).toMatchObject({ dependents: ['orders'] });
  });

  it('of a route: those of its feature alone', () => {
    expect(testsOf(['src/api/returns/returns.routes.ts'], house)).toEqual({
      slugs: ['returns'],
      dependents: [],
      paths: [...always, 'test/returns/'],
    });
  });

  it.each([
    'src/lib/clock.ts',
    'src/db/kernel/knex.ts',
    'src/domain/_shared/app-error.ts',
    'src/runtime/container.ts',
    'src/server.ts',
    'test/_support/platform.ts',
    'package-lock.json',
    'migrations/20260101000000_nobody_knows.ts',
  ])('of %s: all of them', (file) => {
    const changed = ['src/api/returns/returns.routes.ts', file];
    expect(testsOf(changed, house)).toMatchObject({ kernel: file, paths: [] });
  });

  it('a generated list is no kernel, and folders beside the features have their own tests', () => {
    expect(testsOf(['src/api/routes.ts'], house)).toMatchObject({ slugs: [], paths: always });
    const changed = ['console/src/main.tsx', 'scripts/start.mjs', 'plugins/stripe/package.json', 'README.md'];
    expect(testsOf(changed, house).paths).toEqual([...always, 'test/console/', 'test/run/', 'test/plugins/']);
  });

  it('finds who imports a file in the tree as it is', () => {
    const { dependents } = testsOf(['src/domain/discounts/coupon-rules.ts']);
    expect(dependents).toEqual(expect.arrayContaining(['checkout', 'orders']));
  });
});

describe('the steps of npm run check --changed', () => {
  const named = (files: string[]) => stepsFor(files).map(({ name }) => name);

  it.each([
    [['src/domain/discounts/coupon-rules.ts'], ['lint', 'types', 'format', 'architecture tests']],
    [['console/src/main.tsx'], ['lint', 'types of the console', 'format', 'architecture tests']],
    [
      ['client/src/send.ts'],
      ['lint', 'types', 'types of the console', 'types of the storefront', 'format', 'architecture tests'],
    ],
    [['docker-compose.yml'], ['format', 'compose', 'architecture tests']],
    [['src/domain/discounts/that-was-removed.ts'], ['types', 'architecture tests']],
  ])('of %j: %j', (files, steps) => {
    expect(named(files)).toEqual(steps);
  });

  it('lint and format are given the changed files alone, and all where their rules have changed', () => {
    const of = (files: string[], name: string) => stepsFor(files).find((step) => step.name === name)?.args;
    const whole = (name: string) => allSteps().find((step) => step.name === name)?.args ?? [];
    const file = 'src/domain/discounts/coupon-rules.ts';
    expect(of([file], 'lint')).toEqual([...whole('lint'), file]);
    expect(of([file], 'format')).toContain(file);
    expect(of([file, 'scripts/lint/layers.mjs'], 'lint')).toEqual(whole('lint'));
    expect(named(['package-lock.json'])).toContain('types of the console');
  });

  it('recorded runs are replayed where the code of workflows has changed, cheap tests always', () => {
    const replay = 'test/architecture/replay.test.ts';
    expect(architectureTests(['src/workflows/orders/follow-order.workflow.ts'])).toContain(replay);
    expect(architectureTests(['src/domain/orders/sub-order.ts'])).toContain(replay);
    expect(architectureTests(['src/api/orders/orders.routes.ts'])).not.toContain(replay);
    expect(architectureTests(['README.md'])).toEqual(
      expect.arrayContaining(['docs', 'language', 'laws'].map((name) => `test/architecture/${name}.test.ts`)),
    );
    expect(architectureTests(['README.md'])).not.toContain('test/architecture/generated.test.ts');
  });
});
