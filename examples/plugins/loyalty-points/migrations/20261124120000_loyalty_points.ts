import type { Knex } from 'haat/plugin';

/** One row for each movement of points; a delivered sub-order earns once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table loyalty_points (
      id uuid primary key default uuidv7(),
      user_id uuid not null references accounts_users (id) on delete cascade,
      -- null for points that were spent
      sub_order_id uuid unique,
      order_id uuid,
      points integer not null check (points <> 0),
      state text not null default 'pending' check (state in ('pending', 'available')),
      created_at timestamptz not null,
      released_at timestamptz
    );
    create index loyalty_points_user on loyalty_points (user_id, state);
    create index loyalty_points_created on loyalty_points (created_at desc, id desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table loyalty_points');
}
