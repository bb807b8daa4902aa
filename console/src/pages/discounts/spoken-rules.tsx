import { Card, Text } from '@mantine/core';
import { useNames } from '../../generic/rows-by-kind.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import { type Dimension, discountSentence, type DiscountTerms, dimensions } from './discount-sentence.js';

/** What the rules come to, in one sentence. */
export function SpokenRules({ terms }: { terms: DiscountTerms }) {
  const { store } = useDeclarations();
  const names = useTargetNames(terms);
  const sentence = discountSentence(terms, {
    money: (amount) => money(amount, store.currency).replace(/\.00$/, ''),
    timeZone: store.timeZone,
    now: new Date(),
    nameOf: (dimension, id) => names[dimension].get(id),
  });
  return (
    <Card withBorder padding="md" role="status" aria-label="What the discount does">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {sentence}
      </Text>
    </Card>
  );
}

/** The names of the targets, as far as the sentence says them. */
function useTargetNames(terms: DiscountTerms): Record<Dimension, Map<string, string>> {
  const ids = Object.fromEntries(
    dimensions.map((dimension) => [
      dimension,
      (['INCLUDE', 'EXCLUDE'] as const).flatMap((mode) => {
        const entries = terms[dimension].filter((entry) => entry.mode === mode);
        return entries.length > 3 ? [] : entries.map(({ id }) => id);
      }),
    ]),
  ) as Record<Dimension, string[]>;
  return {
    variants: useNames('variants', ids.variants),
    categories: useNames('categories', ids.categories),
    brands: useNames('brands', ids.brands),
    tags: useNames('tags', ids.tags),
    ingredients: useNames('ingredients', ids.ingredients),
    vendors: useNames('vendors', ids.vendors),
  };
}
