import { expect } from '@jest/globals';
import type { Container } from '#runtime/container.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';

/** An import as the API returns it. */
export interface ImportResponse {
  id: string;
  fileName: string;
  fileSize: number;
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  bytesRead: number;
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  notes: number;
  issues: number;
  requestUnknown: boolean;
  catalogRequests: number;
  error: string | null;
}

type Body = string | Uint8Array;

export interface Refusal {
  status: number;
  errorCode?: string;
  message: string;
  errors?: { path: string; message: string }[];
}

/** Uploads a product file and returns the response of the API; `fields` follow the file in the form. */
export async function upload(
  http: HttpClient,
  file: Body,
  name = 'products.csv',
  fields: Record<string, string> = {},
): Promise<{ status: number; data: ImportResponse } & Refusal> {
  const form = new FormData();
  form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const response = await http.raw('POST', '/vendor/products/import', { body: form });
  return { ...((await response.json()) as { data: ImportResponse } & Refusal), status: response.status };
}

/** Uploads a product file and waits until its import has ended. */
export async function importFile(
  http: HttpClient,
  file: Body,
  fields: Record<string, string> = {},
): Promise<ImportResponse> {
  const accepted = await upload(http, file, undefined, fields);
  expect(accepted).toMatchObject({ status: 202 });
  return ended(http, accepted.data.id);
}

export async function ended(http: HttpClient, importId: string): Promise<ImportResponse> {
  return eventually(async () => {
    const { body } = await http.get<ImportResponse>(`/vendor/product-imports/${importId}`);
    expect(['completed', 'failed', 'cancelled']).toContain(body.data.status);
    return body.data;
  });
}

/** The lines of the file of errors, without its header. */
export async function problems(http: HttpClient, importId: string): Promise<string[]> {
  const response = await http.raw('GET', `/vendor/product-imports/${importId}/errors`);
  const [header, ...lines] = (await response.text()).split('\r\n');
  expect([response.status, header]).toEqual([200, 'row,handle,column,reason']);
  return lines.filter((line) => line !== '');
}

/** Everything that an import may write of a vendor, as text: equal only when nothing at all was written. */
export async function snapshot({ knex }: Container, vendorId: string): Promise<string> {
  const { rows } = await knex.raw<{ rows: { state: unknown }[] }>(
    `select jsonb_build_object(
       'products', (select jsonb_agg(p order by id) from products p where vendor_id = :vendorId),
       'variants', (select jsonb_agg(v order by id) from products_variants v where vendor_id = :vendorId),
       'options', (select jsonb_agg(o order by o.id) from products_options o join products p on p.id = product_id where vendor_id = :vendorId),
       'values', (select jsonb_agg(v order by v.id) from products_option_values v join products_options o on o.id = option_id
                  join products p on p.id = o.product_id where vendor_id = :vendorId),
       'tags', (select jsonb_agg(t order by t) from products_tags t join products p on p.id = product_id where vendor_id = :vendorId),
       'categories', (select jsonb_agg(c order by c) from products_categories c join products p on p.id = product_id where vendor_id = :vendorId),
       'attributes', (select jsonb_agg(a order by a.id) from products_attributes a join products p on p.id = product_id where vendor_id = :vendorId),
       'levels', (select jsonb_agg(l order by variant_id) from inventory_levels l where vendor_id = :vendorId),
       'movements', (select jsonb_agg(m order by id) from inventory_movements m where vendor_id = :vendorId),
       'events', (select count(*) from outbox_events where type = 'catalog.products.imported' and payload ->> 'vendorId' = :vendorId::text)
     ) as state`,
    { vendorId },
  );
  return JSON.stringify(rows[0]?.state);
}
