/** What decides whether buyers can buy a product. */
export interface SaleDetails {
  status: string;
  visibility: string;
  publishedAt: Date | null;
  deletedAt: Date | null;
  vendorStatus: string;
  vendorDeletedAt: Date | null;
  variants: readonly { detached: boolean; price: number | null; available: number; unlimited: boolean }[];
}

/** Why buyers cannot buy a product, in words for operators; empty where they can. */
export function whyNotForSale(product: SaleDetails, now: Date): string[] {
  const { status, visibility, publishedAt, variants } = product;
  const offered = variants.filter(({ detached, price }) => !detached && price !== null);
  const reasons: [applies: boolean, reason: string][] = [
    [product.deletedAt !== null, 'The product is deleted'],
    [product.vendorDeletedAt !== null, 'The vendor is deleted'],
    [product.vendorStatus !== 'active', `The vendor is ${product.vendorStatus}`],
    [status !== 'active', `The product is ${status === 'draft' ? 'a draft' : status}`],
    [visibility !== 'public', `The product is ${visibility}`],
    [publishedAt === null, 'The product has no publication date'],
    [
      publishedAt !== null && publishedAt > now,
      `The product is published at ${publishedAt?.toISOString() ?? ''}`,
    ],
    [variants.length === 0, 'The product has no variants'],
    [variants.length > 0 && offered.length === 0, 'No variant has a price'],
    [
      offered.length > 0 && offered.every(({ available, unlimited }) => available === 0 && !unlimited),
      'No variant is in stock',
    ],
  ];
  return reasons.filter(([applies]) => applies).map(([, reason]) => reason);
}
