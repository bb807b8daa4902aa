import { Button, Group, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { MoneyInput } from '../../generic/money-input.js';
import { Panel } from '../../generic/panel.js';
import { SlugsPicker } from '../../generic/row-picker.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label } from '../../lib/format.js';
import { type Filters, sorts } from './listing-filters.js';

const kinds = ['categories', 'brands', 'tags', 'ingredients', 'vendors'] as const;

/** What products have to match: all of the fields, within a field any of its entries. */
export function FiltersPanel({
  filters,
  set,
  apply,
  errors,
}: {
  filters: Filters;
  set: (changes: Partial<Filters>) => void;
  apply: () => void;
  errors: Record<string, string>;
}) {
  const { currency } = useDeclarations().store;
  const errorOf = (name: string) => errors[`filters.${name}`];
  return (
    <Panel
      title="Filters"
      actions={
        <Button size="compact-sm" variant="default" onClick={apply}>
          Apply
        </Button>
      }
    >
      <Stack>
        <TextInput
          label="Search words"
          value={filters.q}
          error={errorOf('q')}
          onChange={(event) => set({ q: event.currentTarget.value })}
        />
        {kinds.map((kind) => (
          <SlugsPicker
            key={kind}
            kind={kind}
            label={label(kind)}
            placeholder="Type to search"
            value={filters[kind]}
            error={errorOf(kind)}
            onChange={(slugs) => set({ [kind]: slugs })}
          />
        ))}
        <TagsInput
          label="SKUs"
          value={filters.skus}
          error={errorOf('skus')}
          onChange={(skus) => set({ skus })}
        />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <MoneyInput
            label={`Price from, in ${currency}`}
            miw={130}
            value={filters.minPrice}
            error={errorOf('minPrice')}
            onChange={(minPrice) => set({ minPrice })}
          />
          <MoneyInput
            label={`Price to, in ${currency}`}
            miw={130}
            value={filters.maxPrice}
            error={errorOf('maxPrice')}
            onChange={(maxPrice) => set({ maxPrice })}
          />
        </Group>
        <Group>
          <Switch
            label="In stock"
            checked={filters.inStock}
            onChange={(event) => set({ inStock: event.currentTarget.checked })}
          />
          <Switch
            label="With a special price"
            checked={filters.hasActiveSpecial}
            onChange={(event) => set({ hasActiveSpecial: event.currentTarget.checked })}
          />
          <Switch
            label="With reviews beside"
            checked={filters.withReviews}
            onChange={(event) => set({ withReviews: event.currentTarget.checked })}
          />
        </Group>
        <Select
          label="Order"
          clearable
          placeholder="That of the search"
          data={sorts}
          value={filters.sortBy}
          error={errorOf('sortBy')}
          onChange={(sortBy) => set({ sortBy })}
        />
      </Stack>
    </Panel>
  );
}
