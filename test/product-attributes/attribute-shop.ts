import { randomBytes } from 'node:crypto';
import type { AttributeType } from '#domain/product-attributes/product-attribute.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { done, type ProductShop, startProductShop } from '../products/product-shop.js';

/** An attribute as the API returns it. */
export interface AttributeResponse {
  id: string;
  title: string;
  code: string;
  type: AttributeType;
  isRequired: boolean;
  isUnique: boolean;
  deletedAt: string | null;
  values?: { id: string; value: string; sortOrder: number }[];
}

export interface GroupResponse {
  id: string;
  code: string;
  deletedAt: string | null;
  attributes: (AttributeResponse & { sortOrder: number })[];
}

export interface AttributeShop extends ProductShop {
  admin: HttpClient;
  /** Creates an attribute, its code unique. */
  attribute(type: AttributeType, fields?: object): Promise<AttributeResponse>;
  group(attributes: object[]): Promise<GroupResponse>;
}

export async function startAttributeShop(): Promise<AttributeShop> {
  const shop = await startProductShop();
  const admin = shop.http.as((await createSession(shop.container, { roles: ['admin'] })).token);
  const unique = () => randomBytes(5).toString('hex');
  return {
    ...shop,
    admin,
    attribute: async (type, fields = {}) =>
      done(
        await admin.post<AttributeResponse>('/admin/product-attributes', {
          title: `The ${type}`,
          code: `${type.replace('_', '-')}-${unique()}`,
          type,
          ...fields,
        }),
        201,
      ),
    group: async (attributes) =>
      done(
        await admin.post<GroupResponse>('/admin/product-attribute-groups', {
          title: 'Group',
          code: `group-${unique()}`,
          attributes,
        }),
        201,
      ),
  };
}
