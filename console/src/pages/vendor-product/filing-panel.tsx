import { Stack, TextInput } from '@mantine/core';
import { Panel } from '../../generic/panel.js';
import { CategoryPicker, OneCategoryPicker } from '../vendor-products/category-picker.js';
import { EntityPicker, OneEntityPicker } from '../vendor-products/entity-picker.js';
import type { Basics } from './draft.js';
import { GstFields } from './gst-fields.js';
import type { PartProps } from './product-editor.js';

/** Where shoppers find it, and what tax needs to know. */
export function FilingPanel({ draft: { basics }, change, errors }: PartProps) {
  const set = (fields: Partial<Basics>) =>
    change((before) => ({ ...before, basics: { ...before.basics, ...fields } }));
  return (
    <Panel title="Where it belongs">
      <Stack>
        <OneCategoryPicker
          label="Category"
          value={basics.primaryCategoryId}
          onChange={(primaryCategoryId) => set({ primaryCategoryId })}
          error={errors['basics.primaryCategoryId']}
        />
        <CategoryPicker
          label="Also in"
          value={basics.categoryIds}
          onChange={(categoryIds) => set({ categoryIds })}
          error={errors['basics.categoryIds']}
        />
        <OneEntityPicker
          kind="brands"
          label="Brand"
          value={basics.brandId}
          onChange={(brandId) => set({ brandId })}
          error={errors['basics.brandId']}
        />
        <EntityPicker
          kind="tags"
          label="Tags"
          value={basics.tagIds}
          onChange={(tagIds) => set({ tagIds })}
          error={errors['basics.tagIds']}
        />
        <EntityPicker
          kind="ingredients"
          label="Ingredients"
          value={basics.ingredientIds}
          onChange={(ingredientIds) => set({ ingredientIds })}
          error={errors['basics.ingredientIds']}
        />
        <TextInput
          label="Material"
          value={basics.material ?? ''}
          onChange={(event) => set({ material: event.currentTarget.value || null })}
          error={errors['basics.material']}
        />
        <TextInput
          label="Country of origin"
          value={basics.countryOfOrigin ?? ''}
          onChange={(event) => set({ countryOfOrigin: event.currentTarget.value || null })}
          error={errors['basics.countryOfOrigin']}
        />
        <GstFields
          value={basics}
          onChange={set}
          without="the HSN code"
          error={errors['basics.gstRate'] ?? errors['basics.gstExempt']}
        />
      </Stack>
    </Panel>
  );
}
