import { Button, Group, Modal, NumberInput, Stack, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { FormEvent } from 'react';
import { ConflictList } from '../../generic/conflict-list.js';
import { EditedRow } from '../../generic/edited-row.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import type { Level } from './inventory-page.js';

/** When a variant counts as low, and whether it can be bought without stock. */
export function StockSettingsDialog({ level, close }: { level: Level; close: () => void }) {
  return (
    <EditedRow
      name={['getVendorInventoryByVariantId', level.variantId]}
      read={() => readLevel(level)}
      title={`Rules of ${level.productTitle}`}
      close={close}
    >
      {(stored) => <StockSettingsForm level={stored} close={close} />}
    </EditedRow>
  );
}

const readLevel = ({ variantId }: Level): Promise<Level> =>
  data('getVendorInventoryByVariantId', { path: { variantId } });

function StockSettingsForm({ level, close }: { level: Level; close: () => void }) {
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: level,
    draftOf: (row) => {
      const { lowStockThreshold, trackInventory, allowBackorder } = row ?? level;
      return { lowStockThreshold, trackInventory, allowBackorder };
    },
    read: readLevel,
    known: ['lowStockThreshold'],
  });
  const { lowStockThreshold: threshold, trackInventory: track, allowBackorder: backorder } = form.draft;
  function submit(event: FormEvent): void {
    event.preventDefault();
    const path = { variantId: level.variantId };
    void save(
      (edit) => data('patchVendorInventoryByVariantId', { path, body: form.changed, ...edit }),
      () => {
        notifications.show({ color: 'teal', message: 'The rules are saved' });
        close();
      },
    );
  }
  return (
    <Modal opened onClose={close} title={`Rules of ${level.productTitle}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <NumberInput
            label="Low from"
            description="Pieces for sale. Leave it empty for the default"
            allowDecimal={false}
            min={0}
            value={threshold ?? ''}
            onChange={(value) => form.set({ lowStockThreshold: value === '' ? null : Number(value) })}
            error={fields['lowStockThreshold']}
          />
          <Switch
            label="Count the pieces"
            description="Without it the variant can always be bought"
            checked={track}
            onChange={(event) => form.set({ trackInventory: event.currentTarget.checked })}
          />
          <Switch
            label="Take orders when it is out of stock"
            checked={backorder}
            onChange={(event) => form.set({ allowBackorder: event.currentTarget.checked })}
          />
          <ConflictList {...conflicts} />
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
