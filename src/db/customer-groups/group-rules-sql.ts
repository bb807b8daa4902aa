import type { Knex } from '#db/kernel/knex.js';
import { countedSql } from '#db/orders/counted-order-sql.js';
import type { RuleMatch } from '#domain/customer-groups/customer-group.js';
import type { GroupRule, RuleField } from '#domain/customer-groups/group-rules.js';

export interface Matching {
  match: RuleMatch;
  rules: readonly GroupRule[];
}

/** A piece of SQL with the values of its `?`. */
export interface Sql {
  sql: string;
  bindings: Knex.RawBinding[];
}

const DAY_MS = 86_400_000;
const counted = `${countedSql('o')} and o.status <> 'cancelled'`;
const places: readonly RuleField[] = ['country', 'state', 'city', 'postal_code'];
const sums: readonly RuleField[] = ['orders', 'spent', 'last_order'];

/** Who can be in a group: people with an account that is open. */
export const CUSTOMER = 'not u.is_anonymous and u.banned_at is null';

/**
 * One row for each customer with what the rules look at; what no rule asks for is null and costs nothing.
 * @param userIds only these customers; all without it
 */
export function figuresSql(rules: readonly GroupRule[], userIds?: readonly string[]): Sql {
  const asks = (fields: readonly RuleField[]) => rules.some(({ field }) => fields.includes(field));
  const bindings: Knex.RawBinding[] = [];
  /** Limits a source to the customers in question. */
  const among = (column: string, values = bindings) => {
    if (!userIds) return '';
    values.push([...userIds]);
    return ` and ${column} = any(?::uuid[])`;
  };
  const sources: string[] = [];
  const columns: string[] = ['u.id', 'u.created_at as signed_up_at'];
  if (asks(sums)) {
    columns.push('coalesce(f.orders, 0) as orders', 'coalesce(f.spent, 0) as spent', 'f.last_order_at');
    sources.push(`left join (
        select o.user_id, count(*)::integer as orders, sum(o.grand_total - o.refunded_total)::bigint as spent,
          max(o.placed_at) as last_order_at
        from orders o where ${counted}${among('o.user_id')} group by o.user_id
      ) f on f.user_id = u.id`);
  } else
    columns.push('null::integer as orders', 'null::bigint as spent', 'null::timestamptz as last_order_at');
  if (asks(places)) {
    columns.push('p.country', 'p.state', 'p.city', 'p.postal_code');
    sources.push(`left join (
        select distinct on (o.user_id) o.user_id, o.shipping_address ->> 'country' as country,
          o.shipping_address ->> 'stateCode' as state, o.shipping_address ->> 'city' as city,
          o.shipping_address ->> 'postalCode' as postal_code
        from orders o where ${counted}${among('o.user_id')} order by o.user_id, o.placed_at desc, o.id desc
      ) p on p.user_id = u.id`);
  } else columns.push('null as country', 'null as state', 'null as city', 'null as postal_code');
  const inCategory = rules.filter(({ field }) => field === 'category');
  inCategory.forEach(({ values = [] }, index) => {
    bindings.push([...values]);
    sources.push(`left join (
        select distinct o.user_id from orders o join orders_lines l on l.order_id = o.id
        where l.cancelled_quantity < l.quantity and l.product_id in (
          with recursive downwards (id) as (
            select c.id from taxonomy_categories c where c.id = any(?::uuid[])
            union select c.id from taxonomy_categories c join downwards on c.parent_id = downwards.id
          )
          select p.id from products p where p.primary_category_id in (select id from downwards)
          union all
          select filed.product_id from products_categories filed where filed.category_id in (select id from downwards)
        ) and ${counted}${among('o.user_id')}
      ) c${index} on c${index}.user_id = u.id`);
    columns.push(`c${index}.user_id is not null as in_category_${index}`);
  });
  const bought = inCategory.map((_rule, index) => `c${index}.user_id is not null`);
  columns.push(`${bought.length > 0 ? `(${bought.join(' or ')})` : 'null::boolean'} as bought_in_category`);
  const where = `${CUSTOMER}${among('u.id')}`;
  return {
    sql: `select ${columns.join(', ')} from accounts_users u ${sources.join(' ')} where ${where}`,
    bindings,
  };
}

/** The condition of a group on the figures `f`. Without rules nobody is in it. */
export function conditionSql({ match, rules }: Matching, now: Date): Sql {
  if (rules.length === 0) return { sql: 'false', bindings: [] };
  let categories = 0;
  const parts = rules.map((rule) => ruleSql(rule, now, () => categories++));
  return {
    sql: `(${parts.map(({ sql }) => sql).join(match === 'all' ? ' and ' : ' or ')})`,
    bindings: parts.flatMap((part) => part.bindings),
  };
}

function ruleSql(
  { field, op, value = 0, values = [] }: GroupRule,
  now: Date,
  nextCategory: () => number,
): Sql {
  const compare = op === 'at_least' || op === 'within' ? '>=' : op === 'at_most' ? '<=' : '<';
  const number = (column: string): Sql => ({ sql: `f.${column} ${compare} ?::bigint`, bindings: [value] });
  const days = (column: string): Sql => ({
    sql: `coalesce(f.${column} ${compare} ?::timestamptz, false)`,
    bindings: [new Date(now.getTime() - value * DAY_MS)],
  });
  const oneOf = (condition: string, texts: string[]): Sql => ({
    sql: `${op === 'is' ? '' : 'not '}coalesce(${condition}, false)`,
    bindings: [texts],
  });
  switch (field) {
    case 'orders':
    case 'spent':
      return number(field);
    case 'last_order':
      return days('last_order_at');
    case 'signed_up':
      return days('signed_up_at');
    case 'country':
    case 'state':
      return oneOf(`f.${field} = any(?::text[])`, values);
    case 'city':
      return oneOf(
        'lower(btrim(f.city)) = any(?::text[])',
        values.map((text) => text.trim().toLowerCase()),
      );
    case 'postal_code':
      return oneOf(
        'f.postal_code like any(?::text[])',
        values.map((text) => `${text}%`),
      );
    case 'category':
      return { sql: `${op === 'is' ? '' : 'not '}f.in_category_${nextCategory()}`, bindings: [] };
  }
}

/** The ids of the customers who meet the rules. */
export function matchingSql(group: Matching, now: Date, userIds?: readonly string[]): Sql {
  const figures = figuresSql(group.rules, userIds);
  const condition = conditionSql(group, now);
  return {
    sql: `select f.* from (${figures.sql}) as f where ${condition.sql}`,
    bindings: [...figures.bindings, ...condition.bindings],
  };
}
