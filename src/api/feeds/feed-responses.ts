import type { z } from 'zod';
import { iso } from '#api/kernel/values.js';
import type { FailedItemRow, FeedCounts, FeedItemRow } from '#db/feeds/items-list.query.js';
import type { FeedConfiguration } from '#domain/feeds/configuration.js';
import type { ExplainedItem, InspectedItem } from '#operations/feeds/item-inspection.js';
import type {
  countsSchema,
  explanationSchema,
  failedItemSchema,
  itemDetailSchema,
  itemSummarySchema,
  payloadSchema,
} from './feeds.schemas.js';

export function summaryResponse({
  remoteId,
  lastPushedAt,
  ...row
}: FeedItemRow): z.input<typeof itemSummarySchema> {
  return { ...row, googleProductId: remoteId, lastPushedAt: iso(lastPushedAt) };
}

export function failedResponse({
  remoteId,
  lastPushedAt,
  updatedAt,
  ...row
}: FailedItemRow): z.input<typeof failedItemSchema> {
  return { ...row, googleProductId: remoteId, lastPushedAt: iso(lastPushedAt), updatedAt: iso(updatedAt) };
}

export function countsResponse({ submitted, pending, ...counts }: FeedCounts): z.input<typeof countsSchema> {
  // What is submitted is under way like what is pending.
  return { ...counts, pending: pending + submitted };
}

export function configurationResponse(configuration: FeedConfiguration, warnings: string[]) {
  return { ...configuration, warnings };
}

export function detailResponse({
  variant,
  item,
  eligibility: eligible,
  payload: mapped,
  missing,
}: InspectedItem): z.input<typeof itemDetailSchema> {
  const thumbnail = variant.thumbnail ?? variant.productThumbnail;
  return {
    variantId: variant.variantId,
    productId: variant.productId,
    productTitle: variant.productTitle,
    productSlug: variant.productSlug,
    productStatus: variant.productStatus,
    productVisibility: variant.productVisibility,
    sku: variant.sku,
    price: variant.price,
    thumbnail,
    syncStatus: item?.status ?? 'never_synced',
    googleProductId: item?.remoteId ?? null,
    lastPushedAt: iso(item?.lastPushedAt),
    lastError: item?.lastError ?? null,
    attempts: item?.attempts ?? 0,
    variant: {
      id: variant.variantId,
      sku: variant.sku,
      price: variant.price,
      specialPrice: variant.specialPrice,
      thumbnail: variant.thumbnail,
    },
    product: {
      id: variant.productId,
      title: variant.productTitle,
      slug: variant.productSlug,
      status: variant.productStatus,
      visibility: variant.productVisibility,
      thumbnail: variant.productThumbnail,
    },
    inventory: variant.inventory,
    syncState: item && {
      status: item.status,
      googleProductId: item.remoteId,
      lastPushedHash: item.hash,
      lastPushedAt: iso(item.lastPushedAt),
      lastError: item.lastError,
      attempts: item.attempts,
    },
    eligibility: eligible,
    missing,
    mappedProductInput: mapped as z.input<typeof payloadSchema>,
  };
}

export function explanationResponse(
  explained: ExplainedItem,
  remote: unknown,
): z.input<typeof explanationSchema> {
  const {
    variant,
    item,
    eligibility: eligible,
    payload: next,
    intent,
    waitsFor,
    differences,
    changed,
  } = explained;
  const { lastPushedAt = null, hash = null } = item ?? {};
  return {
    variantId: variant.variantId,
    eligibility: eligible,
    missing: explained.missing,
    lastSent: item && { at: iso(lastPushedAt), hash, payload: item.payload as z.input<typeof payloadSchema> },
    nextPayload: next as z.input<typeof payloadSchema>,
    dryRun: (item?.dryRun ?? null) as z.input<typeof payloadSchema>,
    changed,
    differences: differences as z.input<typeof explanationSchema>['differences'],
    intent: intent && { ...intent, dueAt: iso(intent.dueAt), createdAt: iso(intent.createdAt), waitsFor },
    remote: remote as z.core.util.JSONType,
  };
}
