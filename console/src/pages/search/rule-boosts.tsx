import { Group, NumberInput, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { EditButton } from '../../generic/editable.js';
import { Panel } from '../../generic/panel.js';
import { RowPicker } from '../../generic/row-picker.js';
import type { BoostDraft, RuleDraft } from './rule-draft.js';

const MAX_BOOSTS = 10;
const kinds = [
  { value: 'brand', label: 'Products of a brand' },
  { value: 'tag', label: 'Products with a tag' },
  { value: 'new', label: 'New products' },
];
const strengths = [
  { value: '1', label: 'Low' },
  { value: '2', label: 'Medium' },
  { value: '3', label: 'High' },
];

/** What lifts products within the result. */
export function RuleBoosts({ draft, set }: { draft: RuleDraft; set: (fields: Partial<RuleDraft>) => void }) {
  const { boosts } = draft;
  const change = (index: number, fields: Partial<BoostDraft>) =>
    set({ boosts: boosts.map((boost, n) => (n === index ? { ...boost, ...fields } : boost)) });
  return (
    <Panel
      title="Boosts"
      actions={
        boosts.length < MAX_BOOSTS && (
          <EditButton
            type="button"
            size="compact-sm"
            variant="default"
            onClick={() => set({ boosts: [...boosts, { kind: 'brand', id: null, days: 30, strength: 2 }] })}
          >
            Add a boost
          </EditButton>
        )
      }
    >
      <Stack gap="sm">
        {boosts.length === 0 && (
          <Text size="sm" c="dimmed">
            A boost lifts the products of a brand or a tag, or new ones: low halves the place of a product,
            medium quarters it, high makes an eighth of it.
          </Text>
        )}
        {boosts.map((boost, index) => (
          <Group key={index} gap="xs" align="flex-end">
            <Select
              aria-label={`What boost ${index + 1} lifts`}
              w={{ base: '100%', xs: 190 }}
              allowDeselect={false}
              data={kinds}
              value={boost.kind}
              onChange={(kind) => kind && change(index, { kind: kind as BoostDraft['kind'], id: null })}
            />
            {boost.kind === 'new' ? (
              <NumberInput
                aria-label="Days since a product was published"
                w={{ base: '100%', xs: 190 }}
                min={1}
                max={365}
                allowDecimal={false}
                prefix="of the last "
                suffix=" days"
                value={boost.days}
                onChange={(days) => change(index, { days: Math.min(Math.max(Number(days) || 1, 1), 365) })}
              />
            ) : (
              <div className="boosted-row">
                <RowPicker
                  key={boost.kind}
                  kind={boost.kind === 'brand' ? 'brands' : 'tags'}
                  label={boost.kind === 'brand' ? 'Brand' : 'Tag'}
                  value={boost.id}
                  onChange={(id) => change(index, { id })}
                />
              </div>
            )}
            <SegmentedControl
              aria-label={`Strength of boost ${index + 1}`}
              data={strengths}
              value={String(boost.strength)}
              onChange={(value) => change(index, { strength: Number(value) as BoostDraft['strength'] })}
            />
            <EditButton
              type="button"
              variant="subtle"
              color="gray"
              onClick={() => set({ boosts: boosts.filter((_boost, n) => n !== index) })}
            >
              Remove
            </EditButton>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
