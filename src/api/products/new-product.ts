import type { NewProduct } from '#db/products/products.repository.js';
import type { ProductFields, VariantFields } from '#domain/products/product.js';
import { filedCategories } from '#domain/products/filed-categories.js';
import { becomesPublished } from '#domain/products/publication.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { defineOptions, findDuplicateCombination, resolveValues } from '#domain/products/option-matrix.js';
import { productsErrors } from '#domain/products/products.errors.js';
import { under } from '#domain/products/rule-issue.js';
import { variantIssues } from '#domain/products/variant-rules.js';
import { newVariantFields } from '#domain/products/product-matrix.js';
import { newId } from '#lib/ids.js';
import { type NewProductInput, sentFields } from './product-input.schemas.js';

/**
 * The rows of a product out of what a vendor sent, every rule between its fields checked; the slug, and what only the
 * database can tell, are left to the caller.
 * @throws AppError VALIDATION_ERROR naming every broken rule, CONFLICT for two variants of one combination
 */
export function buildNewProduct(
  input: NewProductInput,
  owner: { vendorId: string; slug: string; now: Date },
): NewProduct {
  const productId = newId();
  const { vendorId } = owner;
  const now = owner.now.toISOString();
  const stamps = { createdAt: now, updatedAt: now };
  const matrix = defineOptions(input.options ?? [], newId);
  const issues = [...matrix.issues];

  const variants = (input.variants ?? []).map(
    ({ optionValues = [], customFields: _customFields, ...fields }, index) => {
      const variant: VariantFields = { ...newVariantFields, sortOrder: index, ...sentFields(fields) };
      const { optionValueIds, issues: unresolved } = resolveValues(matrix.options, optionValues);
      issues.push(...under(`variants.${index}`, [...variantIssues(variant), ...unresolved]));
      const row = { ...variant, ...stamps, id: newId(), productId, vendorId, optionValueIds };
      return { ...row, detached: false, importedQuantity: null };
    },
  );
  if (issues.length > 0) throw platformErrors.validation({}, { errors: under('body', issues) });
  const duplicate = findDuplicateCombination(variants.map(({ optionValueIds }) => optionValueIds));
  if (duplicate) {
    const message = `is the combination of variant ${duplicate.first} too`;
    const path = `body.variants.${duplicate.second}.optionValues`;
    throw productsErrors.duplicateCombination({}, { errors: [{ path, message, code: 'not_unique' }] });
  }

  const fields = productFields(input, owner.slug);
  if (becomesPublished(undefined, fields)) fields.publishedAt = now;
  return {
    product: { ...fields, ...stamps, id: productId, vendorId, handle: null },
    options: matrix.options.map(({ id, name, sortOrder }) => ({ id, productId, name, sortOrder })),
    optionValues: matrix.options.flatMap(({ id: optionId, values }) =>
      values.map((value) => ({ ...value, optionId })),
    ),
    variants,
    tabs: (input.tabs ?? []).map((tab, index) => ({
      ...stamps,
      id: newId(),
      productId,
      title: tab.title,
      body: tab.body ?? null,
      isActive: tab.isActive ?? true,
      sortOrder: tab.sortOrder ?? index,
    })),
    categoryIds: filedCategories(input.categoryIds ?? [], fields.primaryCategoryId),
    tagIds: input.tagIds ?? [],
    ingredientIds: input.ingredientIds ?? [],
  };
}

function productFields(input: NewProductInput, slug: string): ProductFields {
  return {
    title: input.title,
    slug,
    subtitle: input.subtitle ?? null,
    description: input.description ?? null,
    brandId: input.brandId ?? null,
    primaryCategoryId: input.primaryCategoryId ?? null,
    material: input.material ?? null,
    countryOfOrigin: input.countryOfOrigin ?? null,
    hsCode: input.hsCode ?? null,
    midCode: input.midCode ?? null,
    gstRate: input.gstRate ?? null,
    gstExempt: input.gstExempt ?? false,
    thumbnail: input.thumbnail ?? null,
    images: input.images ?? [],
    metaTitle: input.metaTitle ?? null,
    metaDescription: input.metaDescription ?? null,
    ogImage: input.ogImage ?? null,
    status: input.status ?? 'draft',
    visibility: input.visibility ?? 'public',
    publishedAt: input.publishedAt ?? null,
    attributeGroupId: input.attributeGroupId ?? null,
  };
}
