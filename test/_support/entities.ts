import type { EntityName } from '#api/kernel/entities.js';
import type { Container } from '#runtime/container.js';
import type { TestSession } from './accounts.js';
import { newId } from '#lib/ids.js';
import { createConfirmedOrder, createSellableVariant, type TestBuyer } from './orders.js';
import { createBrand, createCategory, createIngredient, createTag } from './taxonomy.js';
import type { TestVendor } from './vendors.js';

/** A row that belongs to the world's customer, vendor, or to the platform. */
export interface OwnedRow {
  id: string;
  table: string;
  /** The column of `id`, where it is not `id`. */
  idColumn?: string;
}

export interface EntityWorld {
  container: Container;
  customer: TestBuyer;
  vendor: TestVendor;
  admin: TestSession;
  /** What was made before. */
  rows: ReadonlyMap<EntityName, OwnedRow>;
}

/**
 * How a row of each entity is made for its owner. A feature adds its entities here, after those they are made of;
 * the tests that go over all routes do the rest.
 */
export const entityFactories: Partial<Record<EntityName, (world: EntityWorld) => Promise<OwnedRow>>> = {
  vendor: async ({ vendor }) => ({ id: vendor.vendorId, table: 'vendors' }),
  role: ({ container }) => inserted(container, 'access_roles', { name: `role-${newId()}` }),
  apiKey: ({ container, admin }) =>
    inserted(container, 'access_api_keys', {
      name: 'key',
      prefix: 'haat_abcdef',
      hash: newId(),
      permissions: ['order:view'],
      createdBy: admin.userId,
    }),
  user: async ({ customer }) => ({ id: customer.userId, table: 'accounts_users' }),
  order: async ({ container, customer, vendor }) => {
    const order = await createConfirmedOrder(container, { buyer: customer, vendorIds: [vendor.vendorId] });
    return { id: order.orderId, table: 'orders' };
  },
  orderVendor: async ({ container, rows }) => {
    const orderId = rows.get('order')?.id;
    const row = (await container.knex('orders_vendors').where({ orderId }).first('id')) as { id: string };
    return { id: row.id, table: 'orders_vendors' };
  },
  payment: async ({ container, rows }) => {
    const orderId = rows.get('order')?.id;
    const row = (await container.knex('payments').where({ orderId }).first('id')) as { id: string };
    return { id: row.id, table: 'payments' };
  },
  product: async ({ container, vendor }) => {
    const { productId } = await createSellableVariant(container, vendor.vendorId);
    return { id: productId, table: 'products' };
  },
  productVariant: async ({ container, rows }) => {
    const productId = rows.get('product')?.id;
    const row = (await container.knex('products_variants').where({ productId }).first('id')) as {
      id: string;
    };
    return { id: row.id, table: 'products_variants' };
  },
  productImport: ({ container, vendor }) =>
    inserted(container, 'product_imports', {
      vendorId: vendor.vendorId,
      fileKey: 'imports/none.csv',
      fileName: 'none.csv',
      fileSize: 0,
      actor: JSON.stringify({ type: 'system', id: 'test' }),
    }),
  outboxEvent: ({ container }) =>
    inserted(container, 'outbox_events', {
      type: 'test',
      entityId: 'test',
      payload: '{}',
      actor: '{}',
      requestId: 'test',
    }).then((row) => ({ ...row, table: 'outbox_events' })),
  cart: ({ container, customer }) => inserted(container, 'carts', { userId: customer.userId }),
  cartItem: ({ container, rows }) =>
    inserted(container, 'carts_items', {
      cartId: rows.get('cart')?.id,
      variantId: rows.get('productVariant')?.id,
      quantity: 1,
    }),
  category: async ({ container }) => ({
    id: (await createCategory(container)).id,
    table: 'taxonomy_categories',
  }),
  brand: async ({ container }) => ({ id: (await createBrand(container)).id, table: 'taxonomy_brands' }),
  tag: async ({ container }) => ({ id: (await createTag(container)).id, table: 'taxonomy_tags' }),
  ingredient: async ({ container }) => ({
    id: (await createIngredient(container)).id,
    table: 'taxonomy_ingredients',
  }),
  vendorApplication: async ({ container, customer }) => {
    const table = 'vendors_applications';
    const applicantUserId = customer.userId;
    // A user has one open application at a time: a second world of the same customer shares it.
    const open = (await container.knex(table).where({ applicantUserId }).first('id')) as
      { id: string } | undefined;
    if (open) return { id: open.id, table };
    return inserted(container, table, {
      applicantUserId,
      displayName: 'Lamps of Pune',
      legalName: 'Lamps of Pune LLP',
      contactEmail: 'lamps@example.com',
    });
  },
  catalogRequest: ({ container, vendor }) =>
    inserted(container, 'taxonomy_requests', {
      taxonomy: 'categories',
      title: 'Lamps',
      slug: 'lamps',
      vendorId: vendor.vendorId,
      requestedByUserId: vendor.userId,
    }),
};

async function inserted(
  container: Container,
  table: string,
  row: Record<string, unknown>,
): Promise<OwnedRow> {
  const id = newId();
  await container.knex(table).insert({ id, ...row });
  return { id, table };
}
