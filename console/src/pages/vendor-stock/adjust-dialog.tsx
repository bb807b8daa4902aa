import {
  Button,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../generic/use-act.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import type { Level } from './inventory-page.js';

const reasons = ['Delivery arrived', 'Counted', 'Damaged', 'Lost', 'Given away', 'Other'];

/** Adds or removes pieces, or says how many there are; always with a reason. */
export function AdjustDialog({ level, close }: { level: Level; close: () => void }) {
  const [way, setWay] = useState('add');
  const [pieces, setPieces] = useState<number | ''>('');
  const [reason, setReason] = useState<string>('Delivery arrived');
  const [other, setOther] = useState('');
  const { act, busy, error, fields } = useAct(['delta', 'reason']);
  const delta =
    pieces === '' ? 0 : way === 'set' ? pieces - level.onHand : way === 'remove' ? -pieces : pieces;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (delta === 0) return;
    void act(
      (idempotencyKey) =>
        call('postVendorInventoryByVariantIdAdjust', {
          path: { variantId: level.variantId },
          body: { delta, reason: reason === 'Other' ? other : reason },
          idempotencyKey,
        }).then(close),
      'The stock is adjusted',
    );
  }

  return (
    <Modal opened onClose={close} title={`Stock of ${level.productTitle}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {[level.variantTitle, level.sku].filter(Boolean).join(' · ')} {level.onHand} on hand,{' '}
            {level.reserved} held for orders
          </Text>
          <SegmentedControl
            aria-label="What changes"
            data={[
              { value: 'add', label: 'Add' },
              { value: 'remove', label: 'Remove' },
              { value: 'set', label: 'Counted' },
            ]}
            value={way}
            onChange={(value) => {
              setWay(value);
              setReason(value === 'set' ? 'Counted' : value === 'remove' ? 'Damaged' : 'Delivery arrived');
            }}
          />
          <NumberInput
            label={way === 'set' ? 'Pieces that are there' : 'Pieces'}
            allowDecimal={false}
            min={0}
            required
            data-autofocus
            value={pieces}
            onChange={(value) => setPieces(value === '' ? '' : Number(value))}
            error={fields['delta']}
          />
          <Select
            label="Reason"
            data={reasons}
            allowDeselect={false}
            value={reason}
            onChange={(value) => setReason(value ?? 'Other')}
          />
          {reason === 'Other' && (
            <TextInput
              label="Which"
              required
              maxLength={255}
              value={other}
              onChange={(event) => setOther(event.currentTarget.value)}
              error={fields['reason']}
            />
          )}
          {error !== null && <ErrorView error={error} />}
          <Group justify="space-between">
            <Text size="sm" role="status">
              {delta === 0 ? 'Nothing changes' : `${level.onHand} → ${level.onHand + delta} on hand`}
            </Text>
            <Group gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={busy} disabled={delta === 0}>
                Adjust
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
