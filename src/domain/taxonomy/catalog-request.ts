import type { Metadata } from '#domain/_shared/json.js';
import type { TaxonomyKind } from './taxonomy-kind.js';

export const catalogRequestStatuses = ['pending', 'approved', 'rejected'] as const;

/** What a vendor asks to have added to a taxonomy. */
export interface CatalogRequest {
  id: string;
  taxonomy: TaxonomyKind;
  title: string;
  slug: string;
  description: string | null;
  image: string | null;
  metadata: Metadata | null;
  /** Only of categories; null for one at the top. */
  parentId: string | null;
  status: (typeof catalogRequestStatuses)[number];
  vendorId: string;
  requestedByUserId: string;
  rejectionReason: string | null;
  approvedAt: Date | null;
  rejectedAt: Date | null;
  /** The entry that the approval created. */
  resultingItemId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What a vendor may write; a field that is undefined is left as it is. */
export interface CatalogRequestInput {
  title: string;
  /** Made from the title when it is not sent. */
  slug?: string;
  description?: string | null;
  image?: string | null;
  metadata?: Metadata | null;
  parentId?: string | null;
}
