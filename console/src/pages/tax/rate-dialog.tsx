import {
  Button,
  Group,
  Modal,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { MoneyInput } from '../../generic/money-input.js';
import { useAct } from '../../generic/use-act.js';
import { editOf, isOutdated } from '../../lib/edit-tag.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import type { HsnRate, HsnTable } from './rates-page.js';

const empty: HsnRate = {
  hsnPrefix: '',
  gstRate: null,
  gstExempt: false,
  cessRate: null,
  slabLimit: null,
  slabUnit: null,
  gstRateAbove: null,
  validFrom: '2017-07-01',
  validUntil: null,
  description: null,
  source: null,
};

interface Props {
  table: HsnTable;
  /** Reads the table again, where somebody else has saved meanwhile. */
  reread: () => Promise<unknown>;
  /** Null for a new one. */
  rate: HsnRate | null;
  close: () => void;
}

/** One rate. The table is replaced as a whole, with what it was when the page read it. */
export function RateDialog({ table, reread, rate, close }: Props) {
  const { rates } = table;
  const [draft, setDraft] = useState(rate ?? empty);
  const set = (fields: Partial<HsnRate>) => setDraft((before) => ({ ...before, ...fields }));
  const { act, busy, error, fields } = useAct(['rates']);
  const others = rates.filter((other) => other !== rate);
  const index = others.length;
  const field = (name: string) => fields[`rates.${index}.${name}`];
  const replace = (next: HsnRate[], message: string) =>
    act(async () => {
      try {
        await data('putAdminTaxHsnRates', { body: { rates: next }, ...editOf(table) });
        close();
      } catch (thrown) {
        if (isOutdated(thrown)) await reread();
        throw thrown;
      }
    }, message);
  const percent = (value: string | number) => (value === '' ? null : Number(value));
  return (
    <Modal opened onClose={close} title={rate ? `Rate of ${rate.hsnPrefix}` : 'New rate'}>
      <Stack>
        {error !== null && <ErrorView error={error} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="HSN code begins with"
            inputMode="numeric"
            value={draft.hsnPrefix}
            onChange={(event) => set({ hsnPrefix: event.currentTarget.value.trim() })}
            error={field('hsnPrefix')}
          />
          <TextInput
            label="Goods"
            value={draft.description ?? ''}
            onChange={(event) => set({ description: event.currentTarget.value || null })}
            error={field('description')}
          />
          <NumberInput
            label="GST"
            suffix=" %"
            min={0}
            max={100}
            decimalScale={3}
            disabled={draft.gstExempt}
            value={draft.gstRate ?? ''}
            onChange={(value) => set({ gstRate: percent(value) })}
            error={field('gstRate')}
          />
          <NumberInput
            label="Cess"
            description="Empty leaves that of the tax list"
            suffix=" %"
            min={0}
            max={500}
            decimalScale={3}
            value={draft.cessRate ?? ''}
            onChange={(value) => set({ cessRate: percent(value) })}
            error={field('cessRate')}
          />
        </SimpleGrid>
        <Switch
          label="Exempt from GST"
          checked={draft.gstExempt}
          onChange={(event) =>
            set(event.currentTarget.checked ? { gstExempt: true, gstRate: null } : { gstExempt: false })
          }
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <MoneyInput
            label="Up to a value of"
            value={draft.slabLimit}
            onChange={(slabLimit) =>
              set(
                slabLimit === null
                  ? { slabLimit, slabUnit: null, gstRateAbove: null }
                  : { slabLimit, slabUnit: draft.slabUnit ?? 'piece' },
              )
            }
            error={field('slabLimit')}
          />
          <Select
            label="of a"
            data={['piece', 'pair']}
            disabled={draft.slabLimit === null}
            value={draft.slabUnit}
            onChange={(slabUnit) => set({ slabUnit: slabUnit as HsnRate['slabUnit'] })}
          />
          <NumberInput
            label="GST above"
            suffix=" %"
            min={0}
            max={100}
            decimalScale={3}
            disabled={draft.slabLimit === null}
            value={draft.gstRateAbove ?? ''}
            onChange={(value) => set({ gstRateAbove: percent(value) })}
            error={field('gstRateAbove')}
          />
          <TextInput
            type="date"
            label="Holds from"
            value={draft.validFrom}
            onChange={(event) => set({ validFrom: event.currentTarget.value })}
            error={field('validFrom')}
          />
          <TextInput
            type="date"
            label="until"
            description="Empty: no end is known"
            value={draft.validUntil ?? ''}
            onChange={(event) => set({ validUntil: event.currentTarget.value || null })}
            error={field('validUntil')}
          />
        </SimpleGrid>
        <TextInput
          label="Source"
          placeholder="9/2025-Central Tax (Rate), 17.09.2025"
          value={draft.source ?? ''}
          onChange={(event) => set({ source: event.currentTarget.value || null })}
          error={field('source')}
        />
        <Group justify="space-between">
          {rate ? (
            <Button
              variant="subtle"
              color="red"
              loading={busy}
              onClick={() => void replace(others, `The rate of ${rate.hsnPrefix} is deleted`)}
            >
              Delete
            </Button>
          ) : (
            <span />
          )}
          <Button loading={busy} onClick={() => void replace([...others, draft], 'The rate is saved')}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
