import { Button, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { MoneyInput, WeightInput } from '../../generic/money-input.js';
import { StoreTimeInput } from '../../generic/store-time-input.js';
import type { VariantDraft } from './draft.js';
import { GstFields } from './gst-fields.js';

interface Props {
  variant: VariantDraft;
  errors: Record<string, string>;
  change: (fields: Partial<VariantDraft>) => void;
  close: () => void;
}

const sizes = [
  { name: 'length', label: 'Length' },
  { name: 'breadth', label: 'Breadth' },
  { name: 'height', label: 'Height' },
] as const;

/** What a variant has beside its price: the special price with its window, barcodes, weight and size, limits. */
export function VariantForm({ variant, errors, change, close }: Props) {
  const error = (name: string) => errors[`variants.${variant.key}.${name}`];
  return (
    <Stack>
      <MoneyInput
        label="Special price"
        description="Below the price, while its time lasts"
        value={variant.specialPrice}
        onChange={(specialPrice) => change({ specialPrice })}
        error={error('specialPrice')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <StoreTimeInput
          label="From"
          value={variant.specialPriceStart}
          onChange={(specialPriceStart) => change({ specialPriceStart })}
          error={error('specialPriceStart')}
        />
        <StoreTimeInput
          label="Until"
          value={variant.specialPriceEnd}
          onChange={(specialPriceEnd) => change({ specialPriceEnd })}
          error={error('specialPriceEnd')}
        />
        <TextInput
          label="EAN"
          inputMode="numeric"
          value={variant.ean ?? ''}
          onChange={(event) => change({ ean: event.currentTarget.value.trim() || null })}
          error={error('ean')}
        />
        <TextInput
          label="UPC"
          inputMode="numeric"
          value={variant.upc ?? ''}
          onChange={(event) => change({ upc: event.currentTarget.value.trim() || null })}
          error={error('upc')}
        />
        <TextInput
          label="Another barcode"
          value={variant.barcode ?? ''}
          onChange={(event) => change({ barcode: event.currentTarget.value || null })}
          error={error('barcode')}
        />
        <WeightInput
          label="Weight"
          placeholder="850 g or 1.2 kg"
          value={variant.weight}
          onChange={(weight) => change({ weight })}
          error={error('weight')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {sizes.map(({ name, label }) => (
          <NumberInput
            key={name}
            label={label}
            suffix=" cm"
            allowDecimal={false}
            min={0}
            value={variant[name] ?? ''}
            onChange={(value) => change({ [name]: value === '' ? null : Number(value) })}
            error={error(name)}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label="Fewest pieces of an order"
          allowDecimal={false}
          min={0}
          value={variant.minQuantityPerCart ?? ''}
          onChange={(value) => change({ minQuantityPerCart: value === '' ? null : Number(value) })}
          error={error('minQuantityPerCart')}
        />
        <NumberInput
          label="Most pieces of an order"
          allowDecimal={false}
          min={0}
          value={variant.maxQuantityPerCart ?? ''}
          onChange={(value) => change({ maxQuantityPerCart: value === '' ? null : Number(value) })}
          error={error('maxQuantityPerCart')}
        />
      </SimpleGrid>
      <GstFields
        value={variant}
        onChange={change}
        without="the product"
        error={error('gstRate') ?? error('gstExempt')}
      />
      <Group justify="flex-end">
        <Button onClick={close}>Done</Button>
      </Group>
    </Stack>
  );
}
