import {
  type Columns,
  instant,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import type { Metadata } from '#domain/_shared/json.js';
import type { TaxonomyKind } from './taxonomy-kind.js';

export const catalogRequestStatuses = ['pending', 'approved', 'rejected'] as const;

/** What a vendor asks to have added to a taxonomy. */
export const catalogRequestColumns = {
  id: uuid,
  taxonomy: textOf<TaxonomyKind>(),
  title: text,
  slug: text,
  description: nullable(text),
  image: nullable(text),
  metadata: nullable(jsonOf<Metadata>()),
  /** Only of categories; null for one at the top. */
  parentId: nullable(uuid),
  status: textOf<(typeof catalogRequestStatuses)[number]>(),
  vendorId: uuid,
  requestedByUserId: uuid,
  rejectionReason: nullable(text),
  approvedAt: nullable(instant),
  rejectedAt: nullable(instant),
  /** The entry that the approval created. */
  resultingItemId: nullable(uuid),
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type CatalogRequest = RowOf<typeof catalogRequestColumns>;

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
