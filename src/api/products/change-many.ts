import type { Tx } from '#db/kernel/unit-of-work.js';
import { AppError } from '#domain/_shared/app-error.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { reasonOf } from '#domain/errors.js';
import { changedPrice } from '#domain/products/bulk-change.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import type { Platform } from '#operations/platform.js';
import type { BulkProductResult, BulkProductsInput, BulkResult } from './bulk-products.schemas.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import type { ProductWrites } from './change-product.js';

type Deps = Pick<Platform, 'unitOfWork'>;

/** What is stored as the response to a product's part of an idempotency key. */
type Done = Omit<BulkProductResult, 'error'>;

const basicsPath = 'body';

/** Changes many products of a vendor, each in its own transaction, so that one that fails holds up no other. */
export function createBulkProductChanges({ unitOfWork }: Deps, writes: ProductWrites) {
  async function changeOne(
    ctx: Context,
    vendorId: string,
    productId: string,
    input: BulkProductsInput,
  ): Promise<Done> {
    const work = async (tx: Tx): Promise<Done> => {
      const owner = { vendorId, productId };
      const product = await writes.lock(tx, owner);
      const sections = sectionsOf(product, input);
      const change = input.action === 'price' ? 'sync' : 'basics';
      const outcome = await writes.apply(tx, ctx, owner, sections, { change, basicsPath });
      const done: Done = {
        productId,
        title: product.title,
        outcome,
        prices: pricesOf(product, sections),
      };
      if (input.dryRun) throw new RolledBack(done);
      return done;
    };
    try {
      return await unitOfWork.runOnce(withOwnKey(ctx, productId, input.dryRun), work);
    } catch (error) {
      if (error instanceof RolledBack) return error.done;
      throw error;
    }
  }

  /** @throws AppError CONFLICT for a key of another request; what a product refuses is its outcome */
  return async function changeMany(
    ctx: Context,
    vendorId: string,
    input: BulkProductsInput,
  ): Promise<BulkResult> {
    const products: BulkProductResult[] = [];
    for (const productId of input.productIds) {
      try {
        products.push({ ...(await changeOne(ctx, vendorId, productId, input)), error: null });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500 || isOfKey(error)) throw error;
        products.push(failed(productId, error));
      }
    }
    const count = (wanted: BulkProductResult['outcome']) =>
      products.filter(({ outcome }) => outcome === wanted).length;
    return {
      dryRun: input.dryRun ?? false,
      changed: count('changed') + count('waiting'),
      unchanged: count('unchanged'),
      failed: count('failed'),
      products,
    };
  };
}

/** A dry run does all of the work, so that it meets every rule, and takes it back. */
class RolledBack extends Error {
  constructor(readonly done: Done) {
    super('A dry run is rolled back');
  }
}

/** Each product is done once for a key: a request that is repeated goes on where the first one ended. */
function withOwnKey(ctx: Context, productId: string, dryRun = false): Context {
  const key = dryRun ? undefined : ctx.idempotency;
  return { ...ctx, idempotency: key && { ...key, operation: `${key.operation} ${productId}` } };
}

const isOfKey = (error: AppError) =>
  [platformErrors.idempotencyMismatch(), platformErrors.idempotencyInProgress()].some(
    (other) => reasonOf(other) === reasonOf(error),
  );

function failed(productId: string, error: AppError): BulkProductResult {
  const { message, errors = [] } = error;
  return {
    productId,
    title: null,
    outcome: 'failed',
    prices: [],
    error: { reason: reasonOf(error), message, errors },
  };
}

function sectionsOf(product: VendorProduct, input: BulkProductsInput): ProductChanges {
  switch (input.action) {
    case 'publish':
      return { basics: { status: 'active', visibility: 'public' } };
    case 'archive':
      return { basics: { status: 'archived' } };
    case 'tag':
      return { basics: { tagIds: tagsAfter(product, input) } };
    case 'attribute':
      return { basics: { attributeAssignments: assignmentsAfter(product, input) } };
    case 'price':
      return { variants: repriced(product, input) };
  }
}

function tagsAfter({ tags }: VendorProduct, { addTagIds = [], removeTagIds = [] }: BulkProductsInput) {
  const removed = new Set(removeTagIds);
  return [...new Set([...tags.map(({ id }) => id), ...addTagIds])].filter((id) => !removed.has(id));
}

function assignmentsAfter({ attributeAssignments }: VendorProduct, { attribute }: BulkProductsInput) {
  if (!attribute) return attributeAssignments;
  const { attributeId, attributeValueIds = [], value } = attribute;
  return [
    ...attributeAssignments.filter((other) => other.attributeId !== attributeId),
    ...attributeValueIds.map((attributeValueId) => ({ attributeId, attributeValueId })),
    ...(value === undefined || value === null ? [] : [{ attributeId, value }]),
  ];
}

function repriced({ variants }: VendorProduct, { percent = 0, roundTo = 1 }: BulkProductsInput) {
  return variants.flatMap(({ id, price, deletedAt }) =>
    price === null || deletedAt !== null
      ? []
      : [{ id, fields: { price: capped(changedPrice(price, { percent, roundTo })) } }],
  );
}

/** The highest price that a variant may have; a bulk change says so rather than overflow. */
const MAX_PRICE = 2_147_483_647;

function capped(price: number): number {
  if (price <= MAX_PRICE) return price;
  const errors = [
    { path: 'body.percent', message: 'makes a price too high', code: 'invalid_value' as const },
  ];
  throw platformErrors.validation({}, { errors });
}

function pricesOf({ variants }: VendorProduct, sections: ProductChanges): BulkProductResult['prices'] {
  return (sections.variants ?? []).flatMap(({ id: variantId, fields }) => {
    const before = variants.find(({ id }) => id === variantId)?.price ?? null;
    const after = fields.price ?? null;
    return variantId === undefined || before === after ? [] : [{ variantId, before, after }];
  });
}
