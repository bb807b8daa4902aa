import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

interface Rule {
  value?: unknown;
  values?: unknown;
}

/** Fields that fit each other, whichever of them a request has filled. */
const ruleOf = (rule: unknown) => {
  if (typeof rule !== 'object' || rule === null) return rule;
  const { value = 1, values, ...rest } = rule as Rule;
  return values === undefined
    ? { ...rest, field: 'orders', op: 'at_least', value }
    : { ...rest, field: 'city', op: 'is', values };
};

function fitted(json: unknown): object {
  const body = json as { name?: unknown; rules?: unknown };
  return { ...body, ...(Array.isArray(body.rules) && { rules: body.rules.map(ruleOf) }) };
}

/** Requests side by side come with the same name; a group with rules is one by rules. */
const newGroup: MakeFixture = async ({ container: { knex } }) => {
  const fit = async (json: unknown) => {
    const body = fitted(json) as { name?: unknown; rules?: unknown[] };
    if (typeof body.name === 'string')
      await knex('customer_groups').where({ name: body.name.trim() }).update({ name: newId() });
    const { rules } = body;
    return { ...body, ...(rules && { kind: rules.length > 0 ? 'rules' : 'static' }) };
  };
  return Promise.resolve({ fit });
};

/** A group by rules, whose rules may be changed. */
const changedGroup: MakeFixture = async ({ container: { knex } }) => {
  const id = newId();
  const rules = JSON.stringify([{ field: 'orders', op: 'at_least', value: 1 }]);
  await knex('customer_groups').insert({ id, name: id, kind: 'rules', rules });
  const fit = async (json: unknown) => {
    const body = fitted(json) as { name?: unknown };
    if (typeof body.name === 'string')
      await knex('customer_groups')
        .where({ name: body.name.trim() })
        .whereNot({ id })
        .update({ name: newId() });
    return body;
  };
  return { params: { id }, fit };
};

/** Groups that exist, as many as a list has places. */
const productGroups: MakeFixture = ({ container: { knex } }) =>
  Promise.resolve({
    fit: async (json: unknown) => {
      const { customerGroupIds, ...body } = json as { customerGroupIds?: unknown };
      if (!Array.isArray(customerGroupIds) || customerGroupIds.length > 20) return json;
      const rows = customerGroupIds.map(() => ({ id: newId(), name: newId() }));
      if (rows.length > 0) await knex('customer_groups').insert(rows);
      return { ...body, customerGroupIds: rows.map(({ id }) => id) };
    },
  });

export const customerGroupsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/customer-groups': newGroup,
  'PUT /admin/customer-groups/:id': changedGroup,
  'PUT /admin/products/:productId/customer-groups': productGroups,
  'POST /admin/customer-groups/preview': () =>
    Promise.resolve({ fit: (json) => Promise.resolve(fitted(json)) }),
};
