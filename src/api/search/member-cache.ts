/** What a member of customer groups finds is kept by no shared cache. @param alsoIds the private products of the member */
export const memberCache = (alsoIds: readonly string[] | undefined) =>
  alsoIds ? { headers: { 'Cache-Control': 'private, no-store' } } : {};
