import { Card, Text } from '@mantine/core';
import { useNames } from '../../generic/rows-by-kind.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import { offerExamples } from './offer-examples.js';
import { type Dimension, discountSentence, type DiscountTerms, dimensions } from './discount-sentence.js';

/** What the rules come to, in one sentence. */
export function SpokenRules({ terms }: { terms: DiscountTerms }) {
  const { store } = useDeclarations();
  const names = useTargetNames(terms);
  const giftId = terms.offer?.giftVariantId ?? null;
  const gifts = useNames('variants', giftId === null ? [] : [giftId]);
  const amount = (subunits: number) => money(subunits, store.currency).replace(/\.00$/, '');
  const sentence = discountSentence(terms, {
    money: amount,
    timeZone: store.timeZone,
    now: new Date(),
    nameOf: (dimension, id) => names[dimension].get(id),
    giftName: giftId === null ? undefined : gifts.get(giftId),
  });
  const examples = offerExamples(terms, {
    money: amount,
    giftName: giftId === null ? undefined : gifts.get(giftId),
  });
  return (
    <Card withBorder padding="md" role="status" aria-label="What the discount does">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {sentence}
      </Text>
      {examples.length > 0 && (
        <ul className="plain-list" aria-label="What a shopper gets">
          {examples.map((example) => (
            <li key={example}>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {example}
              </Text>
            </li>
          ))}
        </ul>
      )}
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
