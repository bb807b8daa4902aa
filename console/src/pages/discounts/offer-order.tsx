import { NumberInput, Select, Stack } from '@mantine/core';
import type { OfferTerms } from './discount-sentence.js';

/** What an offer is combined with, and which of several comes first. */
export function OfferOrder({
  offer,
  change,
  errors,
}: {
  offer: OfferTerms;
  change: (offer: OfferTerms) => void;
  errors: Record<string, string>;
}) {
  return (
    <Stack>
      <Select
        label="Together with"
        description="Of two that exclude each other the first applies"
        allowDeselect={false}
        data={[
          { value: 'ALL', label: 'Coupons and other offers' },
          { value: 'COUPONS', label: 'Coupons alone' },
          { value: 'OFFERS', label: 'Other offers alone' },
          { value: 'NONE', label: 'Nothing else' },
        ]}
        value={offer.combinesWith}
        error={errors['offer.combinesWith']}
        onChange={(next) => change({ ...offer, combinesWith: next as OfferTerms['combinesWith'] })}
      />
      <NumberInput
        label="Priority"
        description="The highest is applied first, equal ones by age"
        min={0}
        max={1_000}
        allowDecimal={false}
        value={offer.priority}
        error={errors['offer.priority']}
        onChange={(next) => change({ ...offer, priority: Number(next) || 0 })}
      />
    </Stack>
  );
}
