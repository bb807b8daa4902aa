/** Routes that return 200 with an empty list to an id or a slug that names nothing, and why. */
export const emptyForUnknown: Readonly<Record<string, string>> = {
  'GET /store/banners/:entityType/slug/:slug':
    'the interface document: an entry that does not exist has no banners',
  'GET /store/products/:productId/fbt':
    'the interface document: without a signal the list is empty; only a malformed id is 404',
};
