import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCustomFieldsRepository } from '#db/custom-fields/custom-fields.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
const repository = createCustomFieldsRepository();
const now = new Date();

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const row = () => ({ entity: 'product' as const, entityId: newId() });
const merge = (key: ReturnType<typeof row>, changes: Record<string, unknown>) =>
  platform.container.unitOfWork.run(systemContext({ name: 'test' }, now), (tx) =>
    repository.merge(tx, key, changes, now),
  );

describe('the custom fields of a row', () => {
  it('are set, replaced and taken away one by one; nested null stays', async () => {
    const key = row();
    expect(await merge(key, { care: 'By hand', size: { inner: null } })).toEqual({
      before: {},
      after: { care: 'By hand', size: { inner: null } },
    });
    expect((await merge(key, { care: null })).after).toEqual({ size: { inner: null } });
    expect(await repository.read(platform.container.knex, key)).toEqual({ size: { inner: null } });
    expect(await repository.read(platform.container.knex, row())).toEqual({});
  });

  it('written at once by several keep what each has written', async () => {
    const key = row();
    const names = Array.from({ length: 8 }, (_, index) => `field${index}`);
    await Promise.all(names.map((name) => merge(key, { [name]: name })));
    expect(Object.keys(await repository.read(platform.container.knex, key)).sort()).toEqual(names);
  });

  it('have at most 16 KiB together', async () => {
    const key = row();
    await merge(key, { first: 'x'.repeat(10_000) });
    await expect(merge(key, { second: 'x'.repeat(10_000) })).rejects.toThrow('at most 16 KiB together');
    expect(Object.keys(await repository.read(platform.container.knex, key))).toEqual(['first']);
  });

  it('are merged for many rows at once; what is equal is not written, what is too large is left', async () => {
    const [equal, cleared, filled, large, none] = [row(), row(), row(), row(), row()];
    await merge(equal, { care: 'By hand' });
    await merge(cleared, { care: 'By hand', size: 3 });
    await merge(large, { first: 'x'.repeat(10_000) });
    const many = [
      { entityId: equal.entityId, changes: { care: 'By hand' } },
      { entityId: cleared.entityId, changes: { care: null } },
      { entityId: filled.entityId, changes: { care: 'Dry', size: null } },
      { entityId: large.entityId, changes: { second: 'x'.repeat(10_000) } },
      { entityId: none.entityId, changes: { care: null } },
    ];
    const outcome = await platform.container.unitOfWork.run(systemContext({ name: 'test' }, now), (tx) =>
      repository.mergeMany(tx, 'product', many, now),
    );
    expect(outcome.changed).toEqual(new Set([cleared.entityId, filled.entityId]));
    expect(outcome.tooLarge).toEqual(new Set([large.entityId]));
    const ids = many.map(({ entityId }) => entityId);
    const values = await repository.readMany(platform.container.knex, 'product', ids);
    expect(values.get(cleared.entityId)).toEqual({ size: 3 });
    expect(values.get(filled.entityId)).toEqual({ care: 'Dry' });
    expect(Object.keys(values.get(large.entityId) ?? {})).toEqual(['first']);
    expect(values.has(none.entityId)).toBe(false);
  });
});
