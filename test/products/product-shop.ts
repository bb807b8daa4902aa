import type { VendorProduct } from '#domain/products/vendor-product.js';
import type { HttpResponse, HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

/** A platform with two vendors, the first signed in. */
export interface ProductShop extends TestPlatform {
  vendor: TestVendor;
  other: TestVendor;
  mine: HttpClient;
  theirs: HttpClient;
  /** Creates a product of the first vendor. */
  create(body: object): Promise<VendorProduct>;
  /** The events of a product and of what belongs to it, in order: type and entity. */
  eventsOf(
    productId: string,
  ): Promise<{ type: string; entityId: string; payload: Record<string, unknown> }[]>;
  /** Everything that is stored of products, and the outbox, as text. */
  dump(): Promise<string>;
}

const tables = [
  'products',
  'products_options',
  'products_option_values',
  'products_variants',
  'products_tabs',
  'products_categories',
  'products_attributes',
  'inventory_levels',
  'inventory_movements',
  'outbox_events',
];

export async function startProductShop(): Promise<ProductShop> {
  const platform = await startPlatform();
  const { container, http } = platform;
  const [vendor, other] = [await createVendor(container), await createVendor(container)];
  const mine = http.as(vendor.token);
  return {
    ...platform,
    vendor,
    other,
    mine,
    theirs: http.as(other.token),
    create: async (body) => done(await mine.post<VendorProduct>('/vendor/products', body), 201),
    async eventsOf(productId) {
      const { rows } = await container.knex.raw<{
        rows: { type: string; entityId: string; payload: Record<string, unknown> }[];
      }>(
        `select type, entity_id, payload from outbox_events where payload ->> 'productId' = ? order by created_at, id`,
        [productId],
      );
      return rows;
    },
    async dump() {
      const parts = await Promise.all(
        tables.map(async (table) => {
          const { rows } = await container.knex.raw<{ rows: unknown[] }>(
            `select xmin::text, * from ${table} order by 2`,
          );
          return [table, rows];
        }),
      );
      return JSON.stringify(parts, null, 1);
    },
  };
}

/** The data of a response with this status; any other fails the test and shows it. */
export function done<T>(response: HttpResponse<T>, status = 200): T {
  if (response.status !== status)
    throw new Error(`responded with ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body.data;
}

/** What a refusal says: status, code, and the paths that it names. */
export function refusal(response: HttpResponse<unknown>): { status: number; code?: string; paths: string[] } {
  const { errorCode: code, errors, fields } = response.body;
  return { status: response.status, code, paths: (errors ?? fields ?? []).map(({ path }) => path) };
}

/** Values of a variant by option name. */
export function chosen(values: Record<string, string>) {
  return Object.entries(values).map(([optionName, value]) => ({ optionName, value }));
}
