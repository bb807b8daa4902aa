import { expect } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { data } from '../_support/shop.js';

interface FeedShop {
  asAdmin: HttpClient;
  product(fields: object): Promise<{ variants: { id: string }[] }>;
}

/** The items of a feed as its administrators see them. @param shop is asked for when it is there */
export function feedItems<Item>(path: string, shop: () => FeedShop) {
  const item = async (id: string) => data(await shop().asAdmin.get<Item>(`${path}/items/${id}`));
  return {
    item,

    async resync(id: string): Promise<void> {
      const response = await shop().asAdmin.post<unknown>(`${path}/items/${id}/resync`);
      expect(response.status).toBe(201);
    },

    inState: (id: string, syncStatus: string): Promise<Item> =>
      eventually(async () => {
        const found = await item(id);
        expect(found).toMatchObject({ syncStatus });
        return found;
      }),

    /** A product with one variant. @returns the id of the variant */
    async variant(fields = {}): Promise<string> {
      const { variants } = await shop().product(fields);
      return variants[0]?.id ?? '';
    },
  };
}
