import { NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { RowPicker } from '../../generic/row-picker.js';
import type { Block } from './block.js';
import type { BlockFieldsProps } from './block-fields.js';

/** Most products of a listing in a mail. */
const MAX_PRODUCTS = 12;
const orNull = (id: string | undefined) => id || null;

/** The fields of blocks that show something of the shop. It is read when the sending starts. */
export function ShopBlockFields({ block, set, errorOf }: BlockFieldsProps) {
  if (block.type === 'product')
    return (
      <Stack gap="xs">
        <RowPicker
          kind="products"
          label="Product"
          required
          placeholder="Type to search"
          description="Picture and price are those of the moment at which the sending starts"
          value={orNull(block.productId)}
          error={errorOf('productId')}
          onChange={(id) => set({ productId: id ?? '' })}
        />
        <TextInput
          label="Label of the button"
          placeholder="See it"
          value={block.label ?? ''}
          error={errorOf('label')}
          onChange={(event) => set({ label: event.currentTarget.value || undefined })}
        />
      </Stack>
    );
  if (block.type === 'listing')
    return (
      <Stack gap="xs">
        <RowPicker
          kind="listings"
          label="Listing"
          required
          placeholder="Type to search"
          description="Its first products that can be bought at the moment at which the sending starts"
          value={orNull(block.listingId)}
          error={errorOf('listingId')}
          onChange={(id) => set({ listingId: id ?? '' })}
        />
        <NumberInput
          label="Products at most"
          min={1}
          max={MAX_PRODUCTS}
          allowDecimal={false}
          value={block.count ?? 4}
          error={errorOf('count')}
          onChange={(count) => set({ count: Number(count) || 4 })}
        />
      </Stack>
    );
  if (block.type === 'coupon') return <CouponFields {...{ block, set, errorOf }} />;
  return null;
}

function CouponFields({ block, set, errorOf }: BlockFieldsProps) {
  const codes: { value: NonNullable<Block['codes']>; label: string }[] = [
    { value: 'own', label: 'Its own code, the same for all' },
    { value: 'bulk', label: 'A bulk code for each recipient' },
  ];
  return (
    <Stack gap="xs">
      <RowPicker
        kind="discounts"
        label="Discount"
        required
        placeholder="Type to search"
        value={orNull(block.discountId)}
        error={errorOf('discountId')}
        onChange={(id) => set({ discountId: id ?? '' })}
      />
      <Select
        label="Code"
        allowDeselect={false}
        data={codes}
        description={
          block.codes === 'bulk'
            ? 'The discount needs as many free bulk codes as there are recipients'
            : undefined
        }
        value={block.codes ?? 'own'}
        error={errorOf('codes')}
        onChange={(value) => set({ codes: value as Block['codes'] })}
      />
      <TextInput
        label="Words above the code"
        value={block.text ?? ''}
        error={errorOf('text')}
        onChange={(event) => set({ text: event.currentTarget.value || undefined })}
      />
    </Stack>
  );
}
